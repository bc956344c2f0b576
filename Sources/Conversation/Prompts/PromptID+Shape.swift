/// What a language file must have of each text.
extension PromptID {
  /// How many levels a text has: what is said again and again tapers, and help grows.
  var levels: Int {
    switch self {
    case .noMatchFrom, .noMatchTo, .noMatchMode, .noMatchInterval, .noInput: 3
    case .helpFrom, .helpTo, .helpMode, .helpInterval: 2
    default: 1
    }
  }

  /// How many different variants each level must have: three where it may be said twice in a row.
  var leastVariants: Int {
    switch self {
    case .noMatchFrom, .noMatchTo, .noMatchMode, .noMatchInterval, .noMatchArrival, .noMatchReply, .daysUnclear,
      .noMatchPart, .noMatchRest, .noAnswer, .notThere, .nameTheStop, .warnsBefore, .warnsOnRide, .wholeStops,
      .noSuchTime, .noSuchPlace, .visitNeedsTime,
      .noSuchLine, .onlySuchLine, .notOnRide, .noPosition, .noPlaceYet, .noInput,
      .nothingHeard, .needsAnswer, .generic, .stuck:
      3
    default: 1
    }
  }

  /// What every variant of a text must say, in braces: left out, the rider would miss it.
  var neededPlaceholders: [String] {
    switch self {
    case .numberHint, .moreReminders, .recordResumed, .listenForMore: ["count"]
    case .comesAgain: ["days"]
    case .endOfRecording: ["file"]
    case .endGiveFlag, .endGiveFlagOrLine: ["flag"]
    case .noSuchPlace, .swappedPlace, .visitNeedsTime, .noPlaceYet, .noMatchRest, .noAnswer, .notThere, .nameTheStop,
      .noSuchTime,
      .noSuchLine, .onlySuchLine,
      .notOnRide,
      .heard, .noMatchArrival, .noMatchReply, .daysUnclear:
      ["heard"]
    case .oClock: ["hour"]
    case .trySimulate, .alreadySet: ["id"]
    case .labelled: ["label"]
    case .notedLine, .notedNotLine: ["line"]
    case .minutes, .seconds, .hours, .stops, .metres, .kilometres: ["n"]
    case .endQuestion: ["name"]
    case .spokenOptions: ["options"]
    case .volume: ["percent"]
    case .typeInstead, .printInstead, .generic: ["reason"]
    case .runnerAlive: ["seconds"]
    case .whereApproaching, .whereReached, .wherePassed, .stripBoard, .stripPass, .stripLeave: ["stop"]
    case .endDraftKept: ["text"]
    case .rideOver, .timeNow, .whereClock, .hasLeft: ["time"]
    case .rowEarlier, .rowLater: ["times"]
    case .sameStop, .getOffAt, .stationsNeedRide, .timeByPace, .hereAlready: ["to"]
    case .whereEntered, .whereLeft, .visitArriving, .visitLeaving, .visitPresent, .visitPresentNext: ["to"]
    case .somePlaces: ["count"]
    case .atTimeThere, .atTimeElsewhere, .atTimeAnywhere: ["time"]
    case .visitArrivingText, .visitLeavingText: ["text", "to"]
    case .visitThere, .visitElsewhere, .visitClock: ["time", "to"]
    case .visitClockText: ["text", "time"]
    case .visitThereText, .visitElsewhereText: ["text", "time", "to"]
    case .tripStart: ["departure", "to"]
    case .tripStop, .tripEndStay: ["arrival", "departure", "to", "value"]
    case .tripPass: ["arrival", "departure", "to"]
    case .tripEnd: ["arrival", "to"]
    case .tripMissing, .tripUnserved, .tripLeave: ["to"]
    case .tripBegins, .tripLate, .tripWaits, .tripClosesEarly: ["time"]
    case .tripClosedOpens: ["day", "time"]
    case .tripRide: ["arrival", "departure", "from", "line", "to"]
    case .tripWalk: ["metres", "time", "to"]
    case .tripTotal: ["arrival", "departure", "value"]
    case .tripShortened: ["value"]
    case .tripFound, .tripReadBack: ["stops", "total"]
    case .tripWillHappen: ["interval"]
    case .tripNotReached: ["to", "why"]
    case .tripLeftOut: ["to"]
    case .tripUnused: ["words"]
    case .tripSaved: ["id", "to"]
    case .tripFit: ["from", "time", "value"]
    case .tripFitNow: ["from", "time"]
    case .tripLeaveRide: ["from", "line", "time", "to"]
    case .tripGetOn: ["line", "time", "to"]
    case .tripGetOnPlatform: ["line", "platform", "time", "to"]
    case .tripSet: ["count", "day", "time"]
    case .tripMoved: ["count", "name"]
    case .tripBefore, .tripAfter: ["times"]
    case .visitOpens: ["url"]
    case .visitRuns: ["command"]
    case .toldAway: ["to", "value"]
    case .readBackAnywhere: ["interval", "to"]
    case .anyWayBy, .timeByClock: ["time"]
    case .savedAnywhere: ["id", "to"]
    case .defaultHint, .spokenDefault, .understood, .echoFrom, .echoTo, .echoMode, .echoInterval, .echoLadder,
      .inferredMode,
      .asLastTime, .takenDefault, .clearedInterval, .confirm, .wentBack, .reopened:
      ["value"]
    case .levelSpoken: ["what"]
    case .level1, .level2, .level3, .level2Quiet, .level3Quiet: ["where"]
    case .recordComplete: ["count", "folder"]
    case .progress: ["count", "number"]
    case .stopOnLines: ["lines", "stop"]
    case .stopNear: ["near", "stop"]
    case .andMoreStops: ["count", "some"]
    case .daysUntil: ["day", "days"]
    case .pausedUntil: ["day", "time"]
    case .nothingHeard: ["file", "reason"]
    case .spokenOr: ["first", "last"]
    case .recordConsent: ["folder", "speaker"]
    case .confirmBothEnds, .noRide, .swapped: ["from", "to"]
    case .confirmOtherFrom: ["value", "from"]
    case .confirmOtherTo: ["value", "to"]
    case .noMatchPart: ["heard", "understood"]
    case .fewMinutesPast, .minutesPast: ["hour", "minute"]
    case .tooShort: ["least", "value"]
    case .recordTook: ["level", "seconds"]
    case .resumeQuestion: ["minutes", "summary"]
    case .wrongUnit: ["mode", "value"]
    case .placeName: ["name", "stop"]
    case .understoodNext: ["next", "value"]
    case .reminderRevision: ["number", "status"]
    case .stripLevel: ["number", "what"]
    case .endMissing: ["question", "remedy"]
    case .atTime, .stripTimed: ["time", "what"]
    case .whereTimeLeft, .whereWithin: ["to", "value"]
    case .endRecording: ["cause", "question", "source"]
    case .recordDone: ["count", "folder", "left"]
    case .recordSay: ["count", "number", "text"]
    case .notedDeparture, .notedArrival: ["time"]
    case .notedDepartureOn, .notedArrivalOn: ["day", "time"]
    case .noService, .noServiceNeedsTime: ["day", "from", "to"]
    case .willHappen: ["first", "second", "third"]
    case .readBackNoTimes: ["from", "interval", "to"]
    case .whyAlone: ["heard", "score", "value"]
    case .saved: ["id", "time", "to"]
    case .outOfRange: ["least", "most", "value"]
    case .tooLong: ["most", "ride", "value"]
    case .someStops: ["all", "count", "remedy", "some"]
    case .rideRow: ["arrival", "day", "departure", "line"]
    case .endNotTaken, .endUnclear: ["cause", "question", "remedy", "source"]
    case .reminderLine: ["from", "interval", "time", "to"]
    case .whyNext: ["heard", "next", "nextScore", "score", "value"]
    case .rideFound, .rideChange: ["arrival", "departure", "from", "line", "stops", "to"]
    case .rideFoundOn: ["arrival", "day", "departure", "from", "line", "stops", "to"]
    case .walkFirst: ["departure", "metres", "stop", "time"]
    case .walkThen: ["metres", "stop", "time"]
    case .goesOn: ["line", "stop"]
    case .readBack: ["arrival", "day", "departure", "from", "interval", "line", "to"]
    case .rideLength: ["from", "to", "value"]
    default: []
    }
  }

  /// What may stand in braces as well.
  var optionalPlaceholders: [String] {
    switch self {
    case .sameStop: ["from"]
    case .askMode, .askInterval: ["from", "to"]
    case .rideRow: ["headsign"]
    case .tooLong: ["least"]
    case .recordComplete: ["left"]
    case .oClock: ["minute"]
    case .endRecording: ["remedy"]
    case .outOfRange: ["ride"]
    case .level1, .level2, .level3, .level2Quiet, .level3Quiet: ["to"]
    case .noMatchArrival: ["first", "second"]
    case .rideFound, .rideChange: ["headsign", "day"]
    case .rideFoundOn: ["headsign"]
    case .tooShort: ["most", "ride"]
    case .endMissing: ["source", "cause"]
    case .alreadySet: ["to", "time"]
    case .readBack: ["headsign", "stops", "mode"]
    case .noMatchFrom, .noMatchTo, .noMatchInterval, .noMatchMode: ["heard", "first", "second"]
    case .readBackAnywhere: ["mode", "arrival", "day", "from"]
    case .anyWayBy: ["day"]
    case .readBackNoTimes: ["mode", "arrival", "day"]
    case .warnsBefore, .warnsOnRide, .wholeStops: ["heard"]
    default: []
    }
  }
}
