public import Primitives

/// Bounds on the messages of a journey (`docs/security/rules.md` 3).
public enum StepLimits {
    /// The number of callbacks that one step may have. Some clients recognise inputs numbered with two digits only.
    public static let callbacks = 64
    /// The number of inputs or outputs that one callback may have.
    public static let fieldsPerCallback = 32
    /// The length that an answered text may have, in bytes.
    public static let text = 4096
    /// The length that what a device or a provider made may have (a token, a profile, the outcome of a ceremony), in bytes.
    public static let document = 256 << 10
    /// Bounds on the JSON of a step or an answer: 1 MiB, 64 levels, 10 000 values.
    public static let json = JSONLimits(bytes: 1 << 20, depth: 64, values: 10_000)
}
