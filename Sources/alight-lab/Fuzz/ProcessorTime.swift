import Foundation

/// How long this thread has been running on a processor: a machine that is busy with other things does not add to it.
enum ProcessorTime {
  static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
