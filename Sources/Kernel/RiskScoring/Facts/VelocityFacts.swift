import Primitives
import RiskSignals

/// The counts for one predictor of velocity.
public struct VelocityFacts: Sendable, Equatable {
    /// The number of distinct values in the window that ends now.
    public var count: Int
    /// The numbers of earlier windows of the same length, up to ``most``.
    public var samples: [Int]
    /// The numbers of earlier windows of the whole environment, up to ``most``.
    public var environment: [Int]

    /// The greatest number of samples.
    public static let most = 512

    /// Makes facts; samples beyond ``most`` are left out, the first ones remaining.
    public init(count: Int, samples: [Int] = [], environment: [Int] = []) {
        self.count = count
        self.samples = Array(samples.prefix(Self.most))
        self.environment = Array(environment.prefix(Self.most))
    }

    var json: JSONValue {
        [
            "count": .integer(Int64(count)), "samples": .array(samples.map { .integer(Int64($0)) }),
            "environment": .array(environment.map { .integer(Int64($0)) }),
        ]
    }

    init(_ members: RiskMembers) throws(RiskError) {
        count = try members.integer("count", in: 0...RiskFacts.most)
        samples = try members.integers("samples", atMost: Self.most, in: 0...RiskFacts.most)
        environment = try members.integers("environment", atMost: Self.most, in: 0...RiskFacts.most)
    }
}
