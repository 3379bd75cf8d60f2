import Primitives

/// The line that is typed, key by key.
struct ScreenInput: Equatable {
    /// The effect of a key.
    enum Outcome: Equatable {
        case typing
        case entered(String)
        case ended
    }

    private(set) var text = ""
    private var bytes: [UInt8] = []

    mutating func take(_ byte: UInt8) -> Outcome {
        switch byte {
        case 0x03: return .ended
        case 0x04 where bytes.isEmpty: return .ended
        case 0x0A, 0x0D:
            let line = text
            clear()
            return .entered(line)
        case 0x08, 0x7F:
            var shorter = text
            if !shorter.isEmpty { shorter.removeLast() }
            bytes = Array(shorter.utf8)
        case 0x15: bytes = []
        case 0..<0x20: return .typing
        default: if bytes.count < 2048 { bytes.append(byte) }
        }
        text = String(decoding: bytes, as: UTF8.self)
        return .typing
    }

    private mutating func clear() { (text, bytes) = ("", []) }
}

/// The order that a typed line gives.
enum ScreenOrder: Equatable {
    case pair(String)
    case trust(String)
    case scan(String)
    case unpair(String)
    case add(String)
    case next(String)
    case remove(String)
    case approve(number: Int?)
    case deny
    case offline, online
    case quit
    case unknown(String)

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first?.lowercased() {
        case "pair" where !rest.isEmpty: self = .pair(rest)
        case "trust" where !rest.isEmpty: self = .trust(rest)
        case "scan" where !rest.isEmpty: self = .scan(rest)
        case "add" where !rest.isEmpty: self = .add(rest)
        case "code" where !rest.isEmpty: self = .next(rest)
        case "remove" where !rest.isEmpty: self = .remove(rest)
        case "unpair" where !rest.isEmpty: self = .unpair(rest)
        case "a", "approve", "y", "yes": self = .approve(number: Int(rest))
        case "d", "deny", "n", "no": self = .deny
        case "offline": self = .offline
        case "online": self = .online
        case "q", "quit", "exit": self = .quit
        case let word?: self = Int(word).map { .approve(number: $0) } ?? .unknown(line)
        case nil: self = .unknown("")
        }
    }
}
