import Foundation
import Journey

/// Writes reports to files; the same report gives the same bytes.
package struct ReportFolder {
  let report: BatchReport

  package init(report: BatchReport) { self.report = report }

  /// Writes every report into a folder, which is made where it is missing.
  /// - Throws: `BatchTestError` where it cannot be written.
  package func write(to folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Self.failure(folder, error)
    }
    func write(_ text: String, _ name: String) throws { try Self.write(text, to: "\(folder)/\(name)") }
    try write(json(ReportDocument(report)), "report.json")
    try write(json(ReportDocument.cases(report.outcomes.filter { !$0.isRight }, report)), "errors.json")
    try write(json(ReportDocument.cases(report.outcomes.filter(\.isRight), report)), "successes.json")
    try write(
      Self.csv([["question", "expected", "got", "count"]] + report.confusions.flatMap(\.rows)), "confusion.csv")
    try write(confusions, "confusion.svg")
    try write(histograms, "histogram.svg")
    try write(JUnitReport(report: report).text, "junit.xml")
    try write(HTMLReport(report: report).text, "index.html")
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try RecordCoding.encoder(pretty: true).encode(value), as: UTF8.self) + "\n"
  }

  private var confusions: String {
    ChartStyle.document(
      report.confusions.compactMap(ConfusionChart.init).map { ($0.question, $0.svg, $0.width, $0.height) })
  }

  private var histograms: String {
    ChartStyle.document(
      report.histograms.map {
        ($0.question, HistogramChart(histogram: $0).svg, HistogramChart.width, HistogramChart.height)
      })
  }

  /// Rows by RFC 4180.
  package static func csv(_ rows: [[String]]) -> String {
    rows.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  package static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  /// - Throws: `BatchTestError` where it cannot be written.
  package static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: any Error) -> BatchTestError {
    BatchTestError(
      .storage, "\(path) cannot be written: \((error as NSError).localizedDescription); name another place")
  }
}
