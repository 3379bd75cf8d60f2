internal import Foundation
internal import Primitives

/// The collector to which traces and metrics are sent, and how.
struct TelemetrySettings: Sendable {
    /// The address, without a slash at its end; `/v1/traces` and `/v1/metrics` are appended.
    let endpoint: String
    /// The file with further header fields; nil for none.
    let headersFile: String?
    /// The seconds between two requests with all metrics.
    let interval: Int
    /// The part of the traces that are sent, from 0 to 1.
    let sampling: Double

    /// The header fields of the file: a line `Name: value` for each; lines that begin with `#` are none.
    ///
    /// - Throws: `ServerError.badFile`, without what stands in the file.
    func headers() throws(ServerError) -> [(name: String, value: String)] {
        guard let headersFile else { return [] }
        // Operators write it with any editor: a byte order mark isn't a part of the first name.
        guard let data = FileManager.default.contents(atPath: headersFile),
            let text = String(validating: Array(ByteOrderMark.skipped(in: data)), as: UTF8.self)
        else { throw ServerError(.badFile, "\(headersFile), the file of the collector's header fields, can't be read") }
        var headers: [(name: String, value: String)] = []
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { continue }
            guard let colon = trimmed.firstIndex(of: ":"), Self.isName(trimmed[..<colon]) else {
                throw ServerError(.badFile, "\(headersFile):\(number + 1) isn't a header field such as Authorization: Bearer …")
            }
            let value = trimmed[trimmed.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            guard value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
                throw ServerError(.badFile, "\(headersFile):\(number + 1) has a value with other than printable ASCII characters")
            }
            headers.append((String(trimmed[..<colon]), value))
        }
        return headers
    }

    /// A token (RFC 9110 §5.6.2).
    private static func isName(_ name: Substring) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }
}

extension ServerConfiguration {
    /// The header fields that the collector gets.
    ///
    /// - Throws: `ServerError.badFile`, without what stands in the file.
    package func collectorHeaders() throws(ServerError) -> [(name: String, value: String)] { try telemetry?.headers() ?? [] }

    /// The collector; nil when nothing is sent.
    var telemetry: TelemetrySettings? {
        settings.otlpEndpoint.map { endpoint in
            TelemetrySettings(
                endpoint: endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint, headersFile: settings.otlpHeadersFile,
                interval: settings.otlpInterval, sampling: Double(settings.otlpSampling) ?? 1)
        }
    }

    /// Refuses to send header fields, which hold secrets, over a network in the clear, and settings without a collector.
    static func checkTelemetry(_ settings: ServerSettings) throws(ConfigurationError) {
        guard let endpoint = settings.otlpEndpoint else {
            guard settings.otlpHeadersFile == nil else {
                throw ConfigurationError("--otlp-headers-file needs --otlp-endpoint, the collector that the header fields are for")
            }
            return
        }
        guard settings.otlpHeadersFile != nil, endpoint.hasPrefix("http:"), let host = URL(string: endpoint)?.host, !Loopback.contains(host)
        else { return }
        throw ConfigurationError("the header fields of otlp-headers-file hold secrets; give an otlp-endpoint with https:")
    }
}
