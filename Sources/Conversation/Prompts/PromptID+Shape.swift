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
      .noMatchPart,
      .noInput,
      .nothingHeard, .needsAnswer, .generic, .stuck:
      3
    default: 1
    }
  }

  /// What may stand in braces in a text.
  var placeholders: [String] {
    switch self {
    case .askMode, .askInterval: ["to", "from", "line"]
    case .progress: ["number", "count"]
    case .numberHint: ["count"]
    case .spokenOptions: ["options"]
    case .spokenOr: ["first", "last"]
    case .spokenDefault: ["value"]
    case .typeInstead, .printInstead: ["reason"]
    case .oClock, .fewMinutesPast, .minutesPast: ["hour", "minute"]
    case .asLastTime, .defaultHint, .takenDefault, .echoMode, .echoInterval, .inferredMode, .clearedInterval,
      .switchedOn,
      .switchedOff,
      .understood:
      ["value"]
    case .understoodNext: ["value", "next"]
    case .heard, .noMatchReply, .daysUnclear: ["heard"]
    case .noMatchFrom, .noMatchTo, .noMatchMode, .noMatchInterval, .noMatchArrival: ["heard", "first", "second"]
    case .noMatchPart: ["understood", "heard"]
    case .echoFrom, .echoTo, .confirm: ["value"]
    case .confirmBothEnds, .sameStop, .noRide, .swapped: ["from", "to"]
    case .noService, .noServiceNeedsTime: ["from", "to", "day"]
    case .nothingHeard: ["file", "reason"]
    case .rideFound, .rideChange: ["line", "headsign", "departure", "arrival", "stops", "from", "to", "day"]
    case .rideRow: ["line", "headsign", "departure", "arrival", "day"]
    case .tooLong, .tooShort, .outOfRange: ["value", "limit", "nearest", "most", "least", "ride"]
    case .wrongUnit: ["value", "mode"]
    case .rideOver: ["time"]
    case .generic: ["reason"]
    case .kept, .stuck: ["id"]
    case .wentBack, .reopened: ["value"]
    case .readBack: ["from", "to", "line", "departure", "arrival", "interval", "mode", "day"]
    case .readBackNoTimes: ["from", "to", "interval", "mode"]
    case .rowEarlier, .rowLater, .noEarlier, .noLater: ["times"]
    case .willHappen: ["first", "second", "third"]
    case .atTime: ["time", "what"]
    case .levelSpoken: ["what"]
    case .volume: ["percent"]
    case .whereApproaching, .whereReached, .wherePassed, .whereTimeLeft, .whereWithin, .whereClock:
      ["stop", "value", "to", "time"]
    case .level1, .level2, .level3, .level2Quiet, .level3Quiet: ["where", "to"]
    case .saved, .alreadySet: ["id", "to", "time"]
    case .stripBoard, .stripPass, .stripLeave: ["stop"]
    case .stripLevel: ["number", "what"]
    case .stripTimed: ["time", "what"]
    case .getOffAt: ["to"]
    case .runnerAlive: ["seconds"]
    case .daysUntil: ["days", "day"]
    case .pausedUntil: ["day", "time"]
    case .trySimulate: ["id"]
    case .placeName: ["name", "stop"]
    case .comesAgain: ["days"]
    case .labelled: ["label"]
    case .timeNow: ["time"]
    case .reminderLine: ["from", "to", "time", "interval"]
    case .moreReminders: ["count"]
    case .whyAlone: ["heard", "value", "score"]
    case .whyNext: ["heard", "value", "score", "next", "nextScore"]
    case .minutes, .seconds, .stops, .metres, .kilometres: ["n"]
    case .resumeQuestion: ["summary", "minutes"]
    case .endDraftKept: ["text"]
    case .endRecording, .endNotTaken, .endUnclear, .endMissing: ["source", "question", "cause", "remedy"]
    case .endOfRecording: ["file"]
    case .endQuestion: ["name"]
    case .endGiveFlag, .endGiveFlagOrLine: ["flag"]
    case .reminderRevision: ["status", "number"]
    case .someStops: ["count", "all", "some", "remedy"]
    case .andMoreStops: ["some", "count"]
    case .listenForMore: ["count"]
    case .recordConsent: ["folder", "speaker"]
    case .recordResumed: ["count"]
    case .recordSay: ["number", "count", "text"]
    case .recordTook: ["seconds", "level"]
    case .recordDone, .recordComplete: ["count", "left", "folder"]
    case .choose: ["options", "heard"]
    default: []
    }
  }
}
