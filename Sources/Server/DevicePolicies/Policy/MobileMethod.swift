import Primitives
package import ResourceMessages
package import Foundations

/// The part of a policy about native apps.
package struct MobileMethod: Sendable, Equatable {
    package var isEnabled = false
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

    package struct Passcode: Sendable, Equatable {
        package var failure: FailureLimit?
        package var window: Window?

        package init() {}
    }

    package struct Window: Sendable, Equatable {
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
