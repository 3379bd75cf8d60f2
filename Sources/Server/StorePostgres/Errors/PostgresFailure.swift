internal import CPQ
internal import Primitives

/// The failure of a statement or of a connection, before it is an error of the database.
///
/// Its texts hold names of the schema and no value of a row: what a server writes into its messages may be anything.
struct PostgresFailure: Error, Sendable {
    /// The server's code of five characters; nil when the connection failed without one.
    let state: String?
    /// Whether the connection is of no more use.
    let isFatal: Bool
    /// Whether trying again changes nothing: a wrong password, no such database, a server too old.
    let isPermanent: Bool
    /// One line about what happened.
    let reason: String

    /// The field of the code in a result (`PG_DIAG_SQLSTATE`, a macro that Swift doesn't see).
    static let stateField = field("C")
    private static let severity = field("V")

    static func field(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }

    init(state: String?, isFatal: Bool, isPermanent: Bool = false, reason: String) {
        self.state = state
        self.isFatal = isFatal
        self.isPermanent = isPermanent || Self.isRefusal(state)
        self.reason = reason
    }

    /// The failure that a result tells.
    init(_ result: OpaquePointer, on server: PostgresServer) {
        let state = Self.text(result, Self.stateField)
        self.state = state
        isPermanent = Self.isRefusal(state)
        let severity = Self.text(result, Self.severity)
        isFatal = state == nil || severity == "FATAL" || severity == "PANIC"
        guard let state else {
            reason = "the connection to \(server.name) was lost"
            return
        }
        // Messages of these classes are about the statement, whose text is this program's own.
        let words = state.hasPrefix("42") || state.hasPrefix("0A") ? Self.text(result, Self.field("M")).map { ": \($0)" } ?? "" : ""
        let places = [("constraint", "n"), ("table", "t"), ("column", "c")].compactMap { kind, letter in
            Self.text(result, Self.field(letter)).map { "\(kind) \($0)" }
        }
        reason = "PostgreSQL \(state)\(words)\(places.isEmpty ? "" : " (\(places.joined(separator: ", ")))")"
    }

    /// A connection that doesn't answer in time.
    static func late(_ server: PostgresServer) -> PostgresFailure {
        PostgresFailure(state: nil, isFatal: true, reason: "no answer from \(server.name) in time")
    }

    /// A connection that is gone.
    static func lost(_ server: PostgresServer) -> PostgresFailure {
        PostgresFailure(state: nil, isFatal: true, reason: "the connection to \(server.name) was lost")
    }

    /// The meaning of the code with which a server refuses a connection, in words; nil for a code that says nothing about the connection.
    static func refusal(_ state: String) -> String? {
        switch state {
        case "28P01": "the password of the database's user is wrong (\(state))"
        case "28000": "it lets no such user in from this address; see its pg_hba.conf (\(state))"
        case "3D000": "it has no such database; make it with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' (\(state))"
        case "53300": "it has too many connections already (\(state))"
        case "57P03": "it is starting or stopping (\(state))"
        default: nil
        }
    }

    private static func isRefusal(_ state: String?) -> Bool { state?.hasPrefix("28") == true || state?.hasPrefix("3D") == true }

    private static func text(_ result: OpaquePointer, _ field: Int32) -> String? {
        guard let text = PQresultErrorField(result, field) else { return nil }
        let line = String(own: Array(String(cString: text).utf8.prefix(200))).replacing("\n", with: " ")
        return line.isEmpty ? nil : line
    }
}

extension PostgresFailure {
    /// Whether another transaction was in the way: the whole body may run again.
    var isConflict: Bool { ["40001", "40P01", "55P03"].contains(state) }

    /// Whether a statement that was prepared is gone, or no longer fits the schema: once it is prepared again, the body may run again.
    var isStale: Bool { ["26000", "42P05", "0A000"].contains(state) }

    /// Whether the server went away, takes no more connections, or only reads: another one, or the same one later, may do better.
    var isDeparture: Bool {
        guard let state else { return true }
        return state.hasPrefix("08") || state.hasPrefix("57P0") || ["25006", "25P03", "53300", "53400"].contains(state)
    }

    /// Whether a body that only reads may run again; one that writes there is at fault itself.
    var mayReadAgain: Bool { isConflict || isStale || isDeparture && state != "25006" }

    /// Whether a commit that failed so may have taken effect all the same.
    var leavesDoubt: Bool {
        guard let state else { return true }
        return isFatal || state.hasPrefix("08") || state.hasPrefix("XX") || state == "40003"
    }
}
