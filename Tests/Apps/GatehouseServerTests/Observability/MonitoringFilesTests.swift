import Foundation
import Primitives
import Testing

@testable import GatehouseServer

@Suite("The dashboard and the alerts")
struct MonitoringFilesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardizedFileURL

    private static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

    /// The metrics of the table in docs/running.md, which lint holds against the code, each with its labels.
    private static func metrics() throws -> [String: Set<String>] {
        var metrics: [String: Set<String>] = [:]
        for row in try text("docs/running.md").split(separator: "\n") where row.hasPrefix("| `") {
            let cells = row.split(separator: "|").map(String.init)
            guard cells.count >= 3 else { continue }
            for name in quoted(cells[0]) { metrics[name] = Set(quoted(cells[1])) }
        }
        return metrics
    }

    private static func quoted(_ text: String) -> [String] { text.matches(of: /`([a-z_]+)`/).map { String($0.1) } }

    /// The names in an expression that look like a metric's.
    private static func names(in expression: String) -> [String] {
        expression.matches(of: /\b([a-z]+(?:_[a-z]+)+)\b(?!\s*\()/).map { String($0.1) }.filter { !["label_values"].contains($0) }
    }

    /// The labels that an expression groups or chooses by.
    private static func labels(in expression: String) -> [String] {
        let grouped = expression.matches(of: /by \(([a-z, ]+)\)/).flatMap { $0.1.split(separator: ", ").map(String.init) }
        return grouped + expression.matches(of: /([a-z]+)(?:=~|!=|=)"/).map { String($0.1) }
    }

    private static func check(_ expression: String) throws {
        let metrics = try metrics()
        var known: Set<String> = ["le", "job"]
        for name in names(in: expression) {
            let base = ["_bucket", "_count", "_sum"].reduce(name) { $0.hasSuffix($1) ? String($0.dropLast($1.utf8.count)) : $0 }
            let labels = try #require(metrics[base], "there is no metric \(name): \(expression)")
            known.formUnion(labels)
        }
        for label in labels(in: expression) { #expect(known.contains(label), "there is no label \(label): \(expression)") }
    }

    @Test("each expression of the dashboard names metrics and labels that there are")
    func dashboard() throws {
        let panels = try #require(try JSONValue(parsing: Self.text("examples/monitoring/grafana.json"))["panels"]?.array)
        let expressions = panels.flatMap { $0["targets"]?.array ?? [] }.compactMap { $0["expr"]?.string }
        #expect(expressions.count > 10)
        for expression in expressions { try Self.check(expression) }
    }

    @Test("each alert's as well")
    func alerts() throws {
        let lines = try Self.text("examples/monitoring/alerts.yaml").split(separator: "\n").filter { $0.contains(" expr: ") }
        #expect(lines.count > 8)
        for line in lines { try Self.check(String(line.drop { $0 != ":" }.dropFirst())) }
    }

    @Test("a name that no metric has, and a label that it hasn't, are found")
    func planted() throws {
        #expect(Self.names(in: "sum(rate(sign_inz_total[5m]))") == ["sign_inz_total"])
        let metrics = try Self.metrics()
        #expect(metrics["sign_inz_total"] == nil && metrics["sign_ins_total"] == ["realm", "journey", "outcome"])
        #expect(Self.labels(in: "sum by (le, colour) (x_total{shape=\"round\"})") == ["le", "colour", "shape"])
    }

    @Test("a reason is a kind by its beginning, and never a text from outside")
    func reasons() {
        for (reason, kind) in [
            ("wrong user name or password", SignInFailure.password), ("WebAuthn authentication: <script>", .passkey),
            ("the push was denied", .push), ("the account is locked or inactive", .locked), ("<script>", .other), ("", .other),
        ] as [(String, SignInFailure)] { #expect(SignInFailure(reason: reason) == kind, "\(reason)") }
        #expect(SignInFailure.allCases.count == 15)
    }
}
