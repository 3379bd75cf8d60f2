/// The bounds on signals, the same for those who write and those who read them (docs/risk.md).
public enum SignalLimits {
    /// The number of events in one payload.
    public static let events = 200
    /// The length of a payload's JSON, in bytes.
    public static let payload = 48 << 10
    /// The length of a sealed payload, in bytes.
    public static let sealed = 66 << 10
    /// The length of a signed registration, in bytes.
    public static let registration = 8 << 10
    /// The length of an attribute of the device, in bytes.
    public static let attribute = 128
    /// The length of a word: of a tag's name and value, of a UI element's identifier, of a provider's name; in bytes.
    public static let word = 40
    /// The number of decimal digits in a word; with more it may be a telephone or a card number.
    public static let wordDigits = 4
    /// The number of words that an environment or an app declares.
    public static let words = 200
    /// The number of behaviour events a second, in the mean.
    public static let rate = 50
    /// The number of behaviour events at once.
    public static let burst = 200
    /// The life of an instance's token, in seconds.
    public static let tokenLifetime = 900
    /// The age at which a payload or a registration isn't taken any more, in seconds.
    public static let age = 86_400
    /// The number of seconds that a device's clock may be ahead.
    public static let skew = 300
}
