#if Page
/// One of several values of a field.
struct Choice {
  var value: String
  var name: String
  var isChosen: Bool
}
#endif
