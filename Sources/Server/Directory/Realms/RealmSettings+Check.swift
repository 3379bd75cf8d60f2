import Foundation
import Foundations
import Primitives
import ResourceMessages

extension RealmSettings {
    /// Refuses what can't work.
    /// - Throws: `invalid`, with the reason.
    func check(_ sections: SettingsSections) throws {
        if let problem = try problem(sections) { throw DomainError(.invalid, problem) }
        for section in sections.all { try check(section) }
    }

    private func check<Section: SettingsSection>(_ section: Section.Type) throws(DomainError) { try self[section].check() }

    /// The first of the values that isn't one that its setting may have.
    func problem(_ sections: SettingsSections) throws -> String? {
        for (setting, value) in try values(of: sections) {
            guard let value, let problem = setting.form.problem(with: value) else { continue }
            return "\(setting.name): \(problem)"
        }
        return nil
    }
}
