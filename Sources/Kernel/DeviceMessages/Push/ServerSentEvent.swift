/// One event of the long-lived answer over which the built-in push service reaches a device: the form of the HTML standard, §9.2.
public struct ServerSentEvent: Sendable, Equatable {
    /// What happens at the other end while nothing is to be said: a comment, which readers skip.
    public static let keepAlive: [UInt8] = Array(":\n\n".utf8)

    /// Which event it is; a stream that is taken up again says the last in `Last-Event-ID`.
    public var id: String?
    /// The event's type; nil for `message`.
    public var name: String?
    /// The event's text.
    public var data: String
    /// After how many milliseconds a stream that broke off is taken up again.
    public var retry: Int?

    public init(id: String? = nil, name: String? = nil, data: String, retry: Int? = nil) {
        self.id = id
        self.name = name
        self.data = data
        self.retry = retry
    }

    /// The event on the wire. Neither id nor name may hold a line's end; a text of several lines is written as several.
    public var encoded: [UInt8] {
        var text = ""
        if let id { text += "id: \(id)\n" }
        if let name { text += "event: \(name)\n" }
        if let retry { text += "retry: \(retry)\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: { ["\n", "\r", "\r\n"].contains($0) }) {
            text += "data: \(line)\n"
        }
        return Array((text + "\n").utf8)
    }
}
