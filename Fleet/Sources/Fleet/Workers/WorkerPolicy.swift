import Foundation

/// In which order an alert is rung and written down.
public enum RingOrder: String, Sendable, Codable, CaseIterable {
  /// At once, and written down as soon as that can be: for a phone, or its push service, that drops what it has had.
  case ringFirst = "ring-first"
  /// Only when the ledger has let it through: for what cannot tell twice from once.
  case recordFirst = "record-first"
}

/// Every time of a worker, each with its reason. Seconds.
public struct WorkerPolicy: Sendable, Hashable {
  public var membership = MembershipPolicy()
  /// A tick a second is enough for the engine.
  public var ticksEvery = 1.0
  /// A change of a reminder that nobody has told of may take as long to be seen.
  public var changesEvery = 1.0
  /// So many seconds may a state be old from which another worker goes on. To tell it takes as much of a processor as to follow the ride;
  /// to tell it less often makes more that must be kept of what phones have said since.
  public var sharesEvery = 10
  /// What phones of others have said is kept for as long: since the last state was told, a worker was missed and its riders were read.
  public var overhearsFor: TimeInterval = 16
  /// What phones say may come so late before it is left out what they say to other workers.
  public var lateAfter = 1.0
  /// It is heard again after so long without any delay: at first, and at most where it was too much each time.
  public var triesAgainAfter = 5.0
  public var triesAgainAfterAtMost = 320.0
  /// What is too much only after as long may have been too much by itself.
  public var staysCalmFor = 60.0
  /// Who is to take over from one that lives is told by that one how all rides stand, and waits for it: so long where nothing comes, and so
  /// long in all.
  public var waitsForStates = 3.0
  public var waitsForStatesAtMost = 10.0
  /// Of what nobody looks after any more others may know how rides stand, where whoever is to take it over has just come: nobody is told
  /// meanwhile, and begun anew they would be told later.
  public var waitsForHeirs = 1.0
  /// Who asks for all that there is of a partition is told again after this: what they ask sooner, they may have asked before it came.
  public var tellsAgainAfter = 0.5
  /// So many states are told at a step, at most: others wait for the next one, and what is to be rung does not.
  public var sharesAtOnce = 250
  /// Those who had a partition before may have written down alerts that nobody has heard, until so long after it was taken over.
  public var asksAgainAfter = 5.0
  /// What is older is no news any more.
  public var unsentFor: TimeInterval = 600
  /// What comes within this is written down together: each time costs the database a write to its disk.
  public var writesEvery = 0.05
  /// So many are written down at once, at most.
  public var batch = 500
  /// So many partitions are taken over at a step, at most: those that are there already go on meanwhile.
  public var takesOver = 16
  /// Whether phones say that they have an alert. One that does not is told again, each time after twice as long.
  public var isAcknowledged = false
  /// The first time after which it is: what was given to a node of the bus that ends is gone, and a phone that hears says so at once.
  public var ringsAgainAfter = 0.5
  /// What could not be rung for so long may have been told by somebody else meanwhile: the ledger is asked first.
  public var ringsBlindlyFor = 2.0
  /// What a bus or a service does not take is offered again after this.
  public var offersAgainAfter = 0.25
  /// What somebody else has written down and not handed on by then will not be by them.
  public var othersRingWithin = 3.0
  /// For so long a step waits for the database: not at all, for phones are heard meanwhile, and what it answers is taken up by the next
  /// step. In simulated time it waits.
  public var waitsForDatabase = 0.0
  /// One that ends waits so long for a database that does not take what was told last: others may tell that again, by the same trace.
  public var waitsAtEnd = 30.0
  /// So many decisions wait for a database that does not answer: more are of no use to anybody.
  public var decisions = 10_000

  public init() {}
}
