package import Foundations
import Primitives
package import ResourceMessages

/// A setting of the server, declared where it stands: its value, the values that it may have, and its effect.
///
/// The key follows from the property's name: `tlsCert` is `tls-cert` in a file, `GATEHOUSE_TLS_CERT` in the environment and `--tls-cert` among
/// flags. Reading, checks, help, completion, `config explain`, the JSON Schema and the page of all settings follow from the declaration; a
/// new setting is one line in ``ServerSettings``.
@propertyWrapper
package struct ServerSetting<Value: ServerSettingValue>: Sendable {
    private var holder: Holder

    /// - Parameters:
    ///   - placeholder: the word that stands for a value in the help; the form's own unless given.
    ///   - initially: the default in words, where it isn't the same on every machine.
    ///   - check: whether a text of the form is a value; `demand` ends the sentence "… must be".
    package init(
        wrappedValue: Value, _ form: SettingForm, as placeholder: String? = nil, _ help: String, initially: String? = nil,
        demand: String? = nil, where check: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        let declared = Declared(
            form: form, placeholder: placeholder ?? form.placeholder, help: help, initially: initially,
            demand: demand ?? form.demand, check: check)
        holder = Holder(wrappedValue, declared)
    }

    package var wrappedValue: Value {
        get { holder.value }
        set { holder = Holder(newValue, holder.declared) }
    }

    /// The value, which is replaced only while settings are brought together, before another caller has them.
    fileprivate final class Holder: @unchecked Sendable {  // Written by `read` alone, while one caller has it.
        var value: Value
        let declared: Declared

        init(_ value: Value, _ declared: Declared) { (self.value, self.declared) = (value, declared) }
    }
}

extension ServerSetting where Value: CaseIterable & RawRepresentable<String> {
    /// A choice of the values that there are.
    package init(wrappedValue: Value, _ help: String) {
        self.init(wrappedValue: wrappedValue, .choice(Value.allCases.map(\.rawValue)), help)
    }
}

/// The declaration of a setting, without its value.
struct Declared: Sendable {
    let form: SettingForm
    let placeholder: String
    let help: String
    let initially: String?
    let demand: String
    let check: @Sendable (String) -> Bool
}

/// A setting of the server, of whatever type its value is.
protocol AnyServerSetting: Sendable {
    var declared: Declared { get }
    /// The value as it would be written; nil for one that is absent.
    var text: String? { get }
    var json: JSONValue? { get }
    /// Takes a value into settings that have just been made.
    /// - Throws: when the text is no value of the setting.
    func read(_ text: String) throws(SettingProblem)
}

extension ServerSetting: AnyServerSetting {
    var declared: Declared { holder.declared }
    var text: String? { holder.value.text }
    var json: JSONValue? { holder.value.json }

    func read(_ text: String) throws(SettingProblem) {
        guard !text.isEmpty, let value = Value(setting: text), let json = value.json, declared.form.problem(with: json) == nil,
            declared.form.takes(text), declared.check(text)
        else { throw SettingProblem() }
        holder.value = value
    }
}

/// The refusal of a text that is no value of a setting.
struct SettingProblem: Error {}
