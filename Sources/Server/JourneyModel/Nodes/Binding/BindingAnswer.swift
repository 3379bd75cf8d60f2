import Primitives

/// The common parts of the nodes about bound keys.
package enum BindingAnswer {
    /// Returns the problems of the texts of devices that are to be outcomes.
    static func objections(_ errors: [String], besides own: [String]) -> [SettingObjection] {
        let name = "clientErrorOutcomes"
        if let taken = errors.first(where: own.contains) { return [SettingObjection(name, "\(taken) is an outcome of its own")] }
        guard Set(errors).count == errors.count, !errors.contains("") else {
            return [SettingObjection(name, "each must be a text, and be there once")]
        }
        return []
    }
}
