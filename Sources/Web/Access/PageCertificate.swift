#if Page
import Foundation
import NIOSSL

/// A certificate with its key, by which the page is served over TLS.
public struct PageCertificate: Sendable {
  let configuration: TLSConfiguration
  /// The names and addresses that it is made out to, in small letters.
  let names: Set<String>
  /// The first name without a star, by which browsers reach the page; nil where it has none.
  public var host: String? {
    let plain = names.filter { !$0.hasPrefix("*") }.sorted()
    return plain.first { $0.contains(where: \.isLetter) && !$0.hasPrefix("[") } ?? plain.first
  }

  /// - Parameters:
  ///   - certificate: A file of PEM: the server's certificate first, those that vouch for it behind it.
  ///   - key: A file of PEM with its private key.
  /// - Throws: `PageCertificateError`
  public init(certificate: URL, key: URL, at now: Date = Date()) throws {
    let chain = try Self.chain(certificate)
    guard let own = chain.first else { throw PageCertificateError.noCertificate(certificate.path) }
    let expires = Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))
    guard expires > now else { throw PageCertificateError.expired(certificate.path, expires) }
    guard FileManager.default.isReadableFile(atPath: key.path) else { throw PageCertificateError.unreadable(key.path) }
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(file: key.path, format: .pem)
    } catch {
      throw PageCertificateError.noKey(key.path)
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    // Whether the two belong together shows here, and not at the first browser.
    do {
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw PageCertificateError.noMatch(certificate.path, key.path)
    }
    self.configuration = configuration
    names = Set(own._subjectAlternativeNames().compactMap(Self.name))
  }

  /// Whether it is made out to a host, also by a star in place of its first label.
  func names(_ host: String) -> Bool {
    let host = host.lowercased()
    if names.contains(host) { return true }
    return host.firstIndex(of: ".").map { names.contains("*" + host[$0...]) } ?? false
  }

  private static func chain(_ file: URL) throws -> [NIOSSLCertificate] {
    guard FileManager.default.isReadableFile(atPath: file.path) else {
      throw PageCertificateError.unreadable(file.path)
    }
    do {
      return try NIOSSLCertificate.fromPEMFile(file.path)
    } catch {
      throw PageCertificateError.noCertificate(file.path)
    }
  }

  private static func name(_ name: _SubjectAlternativeName) -> String? {
    switch name.nameType {
    case .dnsName: String(decoding: name.contents, as: UTF8.self).lowercased()
    case .ipAddress: address(Array(name.contents))
    default: nil
    }
  }

  /// An address of four or sixteen bytes, as it stands in a URL.
  private static func address(_ bytes: [UInt8]) -> String? {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    guard bytes.count == 16 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    return "[" + String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "]"
  }
}

/// Why a certificate cannot be used.
public enum PageCertificateError: Error, Hashable, CustomStringConvertible {
  case unreadable(String)
  case noCertificate(String)
  case noKey(String)
  case noMatch(String, String)
  case expired(String, Date)

  public var description: String {
    switch self {
    case .unreadable(let file): "\(file) cannot be read: check its path and its permissions"
    case .noCertificate(let file):
      "\(file) holds no certificate as PEM (\"-----BEGIN CERTIFICATE-----\"): give the one of the server, with those that vouch for it behind it"
    case .noKey(let file): "\(file) holds no private key as PEM, or one with a pass phrase: give one without"
    case .noMatch(let certificate, let key): "\(key) is not the key of \(certificate): give the pair"
    case .expired(let file, let date):
      "\(file) ran out on \(date.formatted(.iso8601.year().month().day())): have it renewed"
    }
  }
}
#endif
