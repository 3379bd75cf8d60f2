import JourneyMessages
import JourneyModel
import Primitives
import Testing

@testable import JourneyEngine
import Messaging
import Services
import Directory

@Suite("Settings that clients are shown")
struct ShownSettingTests {
    @Test("a step says what is set, and doesn't say it otherwise", arguments: ShownSetting.all)
    func shown(_ setting: ShownSetting) async throws {
        let trial = try await NodeTrial()
        try await trial.setProfile(["city": "Paris"])
        for template in try EmailTemplate.standard() {
            try await trial.harness.domain.messaging.templates.save(template, in: trial.harness.realm.id)
        }
        try await trial.addApplication()
        for isSet in [false, true] {
            let settings = isSet ? setting.others.overlaid(with: [setting.setting: setting.value]) : setting.others
            let step = try await trial.step(setting.before + [NodeTrial.Node(setting.kind, settings)], isProven: setting.isProven)
            #expect(setting.look(step) == isSet, "\(step.callbacks)")
        }
    }
}

extension NodeTrial {
    /// Adds a native application, `phone-app`.
    func addApplication(_ id: String = "phone-app") async throws {
        var settings = ApplicationSettings()
        (settings.kind, settings.mobile) = (.native, MobileSettings())
        settings.mobile?.bundleID = "org.example.app"
        try await harness.domain.directory.applications.create(
            Application(id: id, realm: harness.realm.id, settings: settings, secret: nil))
    }
}
