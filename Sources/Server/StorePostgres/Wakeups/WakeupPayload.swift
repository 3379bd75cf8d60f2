internal import Primitives
internal import Store

/// The texts in which wake-ups go from one process to the others.
enum WakeupPayload {
    /// The most bytes of one notification, of which PostgreSQL takes 7 999.
    private static let longest = 7_500

    /// The payloads for wake-ups, as many in each as have room. One that has none by itself isn't sent: receivers look by themselves.
    static func texts(of wakeups: [Wakeup]) -> [String] {
        var (texts, part, size) = ([String](), [JSONValue](), 2)
        for wakeup in wakeups {
            let entry: JSONValue = [.string(wakeup.topic.name), .string(wakeup.key)]
            let length = entry.encoded.count + 1
            guard length + 2 <= longest else { continue }
            if size + length > longest {
                texts.append(JSONValue.array(part).text)
                (part, size) = ([], 2)
            }
            part.append(entry)
            size += length
        }
        return part.isEmpty ? texts : texts + [JSONValue.array(part).text]
    }

    /// The wake-ups of a payload; none for one that this program wouldn't have sent.
    static func wakeups(of text: String) -> [Wakeup] {
        guard let value = try? JSONValue(parsing: Array(text.utf8)), let entries = value.array else { return [] }
        return entries.compactMap { entry in
            guard let parts = entry.strings, parts.count == 2 else { return nil }
            return Wakeup(Wakeup.Topic(parts[0]), parts[1])
        }
    }
}
