/// The id of every text that the dialogue says. A language file must have them all.
public enum PromptID: String, Sendable, CaseIterable, Hashable {
  // Questions
  case askFrom = "ask.from"
  case askTo = "ask.to"
  case askMode = "ask.mode"
  case askInterval = "ask.interval"
  case askArrival = "ask.arrival"
  case progress = "ask.progress"
  case defaultHint = "ask.default"
  case numberHint = "ask.number"
  case listKeys = "ask.listKeys"
  case lineKeys = "ask.lineKeys"

  // The question again in few words, once nobody answered
  case askAgainFrom = "askAgain.from"
  case askAgainTo = "askAgain.to"
  case askAgainMode = "askAgain.mode"
  case askAgainInterval = "askAgain.interval"
  case askAgainArrival = "askAgain.arrival"
  case askAgainReadBack = "askAgain.readback"

  // Speaking and listening
  case speaking = "voice.speaking"
  case listening = "voice.listening"
  case listeningAlone = "voice.listeningAlone"
  case spokenOptions = "voice.options"
  case spokenOr = "voice.or"
  case spokenDefault = "voice.default"
  case typeInstead = "voice.typeInstead"
  case printInstead = "voice.printInstead"
  case oClock = "voice.oClock"
  case fewMinutesPast = "voice.fewMinutesPast"
  case minutesPast = "voice.minutesPast"

  // What was heard and understood
  case heard = "echo.heard"
  case understood = "echo.understood"
  case understoodNext = "echo.understoodNext"
  case echoFrom = "echo.from"
  case echoTo = "echo.to"
  case echoMode = "echo.mode"
  case echoInterval = "echo.interval"
  case inferredMode = "echo.inferredMode"
  case asLastTime = "echo.asLastTime"
  case takenDefault = "echo.takenDefault"
  case rideFound = "echo.ride"
  case clearedInterval = "echo.clearedInterval"

  // Asking back
  case confirm = "back.confirm"
  case choose = "back.choose"
  case neither = "back.neither"
  case eitherOr = "back.eitherOr"
  case confirmBothEnds = "back.bothEnds"

  // Not understood
  case noMatchFrom = "noMatch.from"
  case noMatchTo = "noMatch.to"
  case noMatchMode = "noMatch.mode"
  case noMatchInterval = "noMatch.interval"
  case noMatchArrival = "noMatch.arrival"
  case noMatchReply = "noMatch.reply"
  case noMatchPart = "noMatch.part"
  case stuck = "noMatch.stuck"
  case noInput = "noInput"
  case nothingHeard = "nothingHeard"
  case needsAnswer = "needsAnswer"

  // Understood but impossible
  case sameStop = "invalid.sameStop"
  case noRide = "invalid.noRide"
  case noService = "invalid.noService"
  case noServiceNeedsTime = "invalid.noServiceNeedsTime"
  case tooLong = "invalid.tooLong"
  case tooShort = "invalid.tooShort"
  case outOfRange = "invalid.outOfRange"
  case wrongUnit = "invalid.wrongUnit"
  case rideOver = "invalid.rideOver"
  case generic = "invalid.generic"

  // Commands
  case helpFrom = "help.from"
  case helpTo = "help.to"
  case helpMode = "help.mode"
  case helpInterval = "help.interval"
  case helpArrival = "help.arrival"
  case helpReadBack = "help.readback"
  case helpCommands = "help.commands"
  case atFirstQuestion = "command.atFirst"
  case wentBack = "command.back"
  case startOverConfirm = "command.startOverConfirm"
  case startedOver = "command.startedOver"
  case cancelConfirm = "command.cancelConfirm"
  case cancelled = "command.cancelled"
  case carryOn = "command.carryOn"
  case kept = "command.kept"
  case reopened = "command.reopened"
  case undone = "command.undone"
  case nothingToUndo = "command.nothingToUndo"
  case redone = "command.redone"
  case noMoreOptions = "command.noMore"
  case reviewNothing = "command.reviewNothing"
  case thanks = "command.thanks"
  case greeting = "command.greeting"
  case swapped = "command.swapped"
  case unknownCommand = "command.unknown"
  case timeNow = "command.time"
  case noneSet = "command.noReminders"
  case reminderLine = "command.reminder"
  case moreReminders = "command.moreReminders"
  case whyNothing = "command.why.nothing"
  case whyAlone = "command.why.alone"
  case whyNext = "command.why.next"
  case noUsual = "command.noUsual"

  // The read-back
  case readBack = "readback.sentence"
  case readBackNoTimes = "readback.noTimes"
  case rowFrom = "readback.row.from"
  case rowTo = "readback.row.to"
  case rowRide = "readback.row.ride"
  case rowMode = "readback.row.mode"
  case rowInterval = "readback.row.interval"
  case rowVibration = "readback.row.vibration"
  case rowAlarm = "readback.row.alarm"
  case rideRow = "readback.ride"
  case rowEarlier = "readback.row.earlier"
  case rowLater = "readback.row.later"
  case readBackQuestion = "readback.question"
  case whichRow = "readback.whichRow"
  case willHappen = "readback.willHappen"
  case atTime = "readback.atTime"
  case level1 = "readback.level1"
  case level2 = "readback.level2"
  case level3 = "readback.level3"
  case level2Quiet = "readback.level2Quiet"
  case level3Quiet = "readback.level3Quiet"
  case demonstration = "readback.demonstration"
  case noEarlier = "readback.noEarlier"
  case noLater = "readback.noLater"
  case distanceNeedsPosition = "readback.needsPosition"
  case switchedOn = "readback.on"
  case switchedOff = "readback.off"
  case saved = "saved.told"
  case nobodyWatching = "saved.nobodyWatching"
  case runnerAlive = "saved.runnerAlive"
  case trySimulate = "saved.simulate"
  case alreadySet = "saved.already"

  // Reading phrases aloud for a test set
  case recordConsent = "record.consent"
  case recordAgree = "record.agree"
  case recordDeclined = "record.declined"
  case recordResumed = "record.resumed"
  case recordSay = "record.say"
  case recordStart = "record.start"
  case recordListening = "record.listening"
  case recordNobody = "record.nobody"
  case recordNothingYet = "record.nothingYet"
  case recordTook = "record.took"
  case recordClipped = "record.clipped"
  case recordFaint = "record.faint"
  case recordTooLong = "record.tooLong"
  case recordChoose = "record.choose"
  case recordKeys = "record.keys"
  case recordDone = "record.done"
  case recordComplete = "record.complete"

  // Where on the ride a level fires
  case whereApproaching = "where.approaching"
  case whereReached = "where.reached"
  case wherePassed = "where.passed"
  case whereTimeLeft = "where.timeLeft"
  case whereWithin = "where.within"
  case whereClock = "where.clock"

  // The ride as a list, for a screen reader
  case stripBoard = "strip.board"
  case stripPass = "strip.pass"
  case stripLeave = "strip.leave"
  case stripLevel = "strip.level"
  case stripTimed = "strip.timed"

  // Reminders handed to other programs
  case getOffAt = "handoff.getOffAt"

  // Words for values
  case byTime = "value.time"
  case byStations = "value.stations"
  case byDistance = "value.distance"
  case oneMinute = "value.oneMinute"
  case minutes = "value.minutes"
  case seconds = "value.seconds"
  case oneSecond = "value.oneSecond"
  case oneStop = "value.oneStop"
  case stops = "value.stops"
  case oneMetre = "value.oneMetre"
  case metres = "value.metres"
  case oneKilometre = "value.oneKilometre"
  case kilometres = "value.kilometres"

  // What a stored reminder has beside its ride
  case rowLabel = "reminder.label"
  case rowDays = "reminder.days"
  case daysUntil = "reminder.daysUntil"
  case pausedUntil = "reminder.pausedUntil"
  case monday = "reminder.weekday.mon"
  case tuesday = "reminder.weekday.tue"
  case wednesday = "reminder.weekday.wed"
  case thursday = "reminder.weekday.thu"
  case friday = "reminder.weekday.fri"
  case saturday = "reminder.weekday.sat"
  case sunday = "reminder.weekday.sun"

  // A draft that was left, and ends without a reminder
  case resumeQuestion = "resume.question"
  case resumeKeys = "resume.keys"
  case resumeAgain = "resume.again"
  case endInterrupted = "end.interrupted"
  case endDraftKept = "end.draftKept"
  case endRecording = "end.recording"
  case endNotTaken = "end.notTaken"
  case endUnclear = "end.unclear"
  case endMissing = "end.missing"
  case endOfRecording = "end.ofRecording"
  case endOfAnswer = "end.ofAnswer"
  case endQuestion = "end.question"
  case endLastQuestion = "end.lastQuestion"
  case endGiveYes = "end.giveYes"
  case endGiveFlag = "end.giveFlag"
  case endGiveFlagOrLine = "end.giveFlagOrLine"

  // Reminders in a list
  case noReminders = "reminders.none"
  case reminderOver = "reminders.over"
  case reminderDone = "reminders.done"
  case reminderRevision = "reminders.revision"

  // Stops that are not listened for
  case someStops = "voice.someStops"
  case andMoreStops = "voice.andMoreStops"
  case anyStopTyped = "voice.anyStopTyped"
  case listenForMore = "voice.listenForMore"

  /// How many different variants a text must have: re-prompts taper, so they need three.
  var leastVariants: Int {
    switch self {
    case .noMatchFrom, .noMatchTo, .noMatchMode, .noMatchInterval, .noInput, .generic, .stuck: 3
    case .helpFrom, .helpTo, .helpMode, .helpInterval: 2
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
    case .heard, .noMatchReply: ["heard"]
    case .noMatchFrom, .noMatchTo, .noMatchMode, .noMatchInterval, .noMatchArrival: ["heard", "first", "second"]
    case .noMatchPart: ["understood", "heard"]
    case .echoFrom, .echoTo, .confirm: ["value"]
    case .confirmBothEnds, .sameStop, .noRide, .swapped: ["from", "to"]
    case .noService, .noServiceNeedsTime: ["from", "to", "day"]
    case .nothingHeard: ["file", "reason"]
    case .rideFound: ["line", "headsign", "departure", "arrival", "stops", "from", "to", "day"]
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
