import Primitives
package import ResourceMessages
package import Foundations

/// The part of a policy about native apps.
package struct MobileMethod: Sendable, Equatable {
    /// Whether users may use native apps.
    package var isEnabled = false
    /// Whether the user is asked for a name of a new device; only false is taken, since the client that pairs a device asks.
    package var promptsForNickname = false
    /// nil as long as nothing was said of it; see ``failure`` and ``passcodeStep``.
    package var otp: Passcode?
    /// The rules of single apps; see ``rules(of:)``.
    package var applications: [MobileApplicationRules]?

    package init() {}

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    package var failure: FailureLimit { otp?.failure ?? .device }

    /// The time step of passcodes, in seconds, as far as the application says nothing else.
    package var passcodeStep: Int { otp?.window?.stepSize.seconds ?? 30 }

    /// Returns the rules of an app: nothing means the standard rules.
    package func rules(of application: String) -> MobileApplicationRules {
        applications?.first { $0.id == application } ?? MobileApplicationRules(application)
    }

    /// The rules of the apps' passcodes.
    package struct Passcode: Sendable, Equatable {
        /// The wrong passcodes in a row that are taken, and the rest after them; nil for the standard limit.
        package var failure: FailureLimit?
        /// The time step; nil for 30 seconds.
        package var window: Window?

        package init() {}
    }

    /// The time step of passcodes.
    package struct Window: Sendable, Equatable {
        /// The length of a step; 30 seconds by default.
        package var stepSize = TimeSpan(30, .seconds)

        package init() {}
    }
}

extension MobileMethod.Window: Shaped {
    package static let shapeName = "PasscodeWindow"
    package static let members: [Member<Self>] = [
        Member("stepSize", \.stepSize, .span(30...60, [.seconds]), .required)
    ]
}

extension MobileMethod.Passcode: Shaped {
    package static let shapeName = "MobilePasscode"
    package static let members: [Member<Self>] = [
        Member("failure", optional: \.failure, .deviceFailures),
        Member("window", optional: \.window, .object),
    ]
}

extension MobileMethod: Shaped {
    package static let shapeName = "MobileMethod"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required),
        Member("promptsForNickname", \.promptsForNickname, .flag).formerly("promptForNicknameOnPairing"),
        Member("otp", optional: \.otp, .object),
        Member("applications", optional: \.applications, .list(.object, count: 0...64)),
    ]

    package func check(_ reading: inout ShapeReading) {
        let ids = (applications ?? []).map(\.id)
        if Set(ids).count < ids.count { reading.refuse(.invalid, "an application stands in it twice", at: "applications") }
    }
}
