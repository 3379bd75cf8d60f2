import Primitives

/// A hint that something was changed, sent once the change is committed (``WriteTransaction/wake(_:_:)``).
///
/// It tells what to look at and nothing of what stands there: the receiver reads the database. A wake-up may come twice, or for a change that
/// concerns no receiver; one for a change that another process made may not come at all, so receivers look by themselves from time to time.
public struct Wakeup: Sendable, Hashable {
    /// The kind of change; a feature declares its own.
    public struct Topic: Sendable, Hashable {
        /// The name, by which another process knows the topic.
        package let name: String

        /// A topic of a name that no other has.
        public init(_ name: String) { self.name = name }
    }

    /// The kind of change.
    public let topic: Topic
    /// The thing that was changed; empty where a topic has one thing only.
    public let key: String

    /// A hint at one thing of a topic.
    public init(_ topic: Topic, _ key: String) {
        self.topic = topic
        self.key = key
    }
}
