#if Page
import Storage
import WebPush

extension PushKey {
  /// The key of a rider's database, made where there is none.
  init(_ store: ReminderStore) throws { try self.init(secret: store.pushKey(PushKey.newSecret)) }
}
#endif
