import ArgumentParser
import PingIDMessages
import Primitives

/// The user's choice, as arguments.
struct PingIDChoice: ParsableArguments {
    @Flag(help: "Approve.") var approve = false
    @Flag(help: "Deny.") var deny = false
    @Flag(help: "Deny, and take the trust from the device that asks.") var block = false
    @Option(help: ArgumentHelp("The trust: primary, trusted or ignored.", valueName: "level")) var level: Level?
    @Option(help: ArgumentHelp("For how long an ignored device is ignored: 30minutes, 2days, always.", valueName: "interval"))
    var ignoreFor: Interval?

    enum Level: String, ExpressibleByArgument, CaseIterable { case primary, trusted, ignored }

    /// An interval as a number and its unit.
    struct Interval: ExpressibleByArgument {
        let interval: IgnoreInterval

        init?(argument: String) {
            let digits = argument.prefix { $0.isASCII && $0.isNumber }
            let unit = argument.dropFirst(digits.count)
            guard let unit = IgnoreInterval.Unit.allCases.first(where: { $0.rawValue == unit || $0.rawValue.dropLast() == unit }),
                let interval = try? IgnoreInterval(unit, count: Int(digits) ?? 0)
            else { return nil }
            self.interval = interval
        }
    }

    func validate() throws {
        guard [approve, deny, block].filter(\.self).count < 2 else {
            throw ValidationError("--approve, --deny and --block exclude each other")
        }
        guard ignoreFor == nil || level == .ignored else { throw ValidationError("--ignore-for goes with --level ignored") }
    }

    var action: DeviceAction? {
        if approve { return .approve }
        if deny { return .deny }
        return block ? .block : nil
    }

    /// Whether nothing was chosen.
    var isEmpty: Bool { action == nil && level == nil }

    /// The user's choice; nil where nothing was chosen.
    func selection(of username: String? = nil) throws -> UserSelection? {
        guard !isEmpty else { return nil }
        return try UserSelection(
            action: action, trust: level.flatMap { TrustLevel(exactly: $0.rawValue) }, ignoring: ignoreFor?.interval, username: username)
    }

    /// The choice in a word.
    var word: String { action?.rawValue ?? level?.rawValue ?? "nothing" }
}
