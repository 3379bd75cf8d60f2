import Foundations
import Primitives
package import ResourceMessages

/// A setting of the server, declared where it stands: its value, the values that it may have, and its effect.
///
/// The key follows from the property's name: `tlsCert` is `tls-cert` in a file, `GATEHOUSE_TLS_CERT` in the environment and `--tls-cert` among
/// flags. Reading, checks, help, completion, `config explain`, the JSON Schema and the page of all settings follow from the declaration; a
/// new setting is one line in ``ServerSettings``.
@propertyWrapper
package struct ServerSetting<Value: Sendable>: Sendable {
    private var holder: Holder

    /// - Parameters:
    ///   - placeholder: the word that stands for a value in the help; the form's own unless given.
    ///   - initially: the default in words, where it isn't the same on every machine.
    ///   - check: whether a text of the form is a value; `demand` ends the sentence "… must be".
    package init(
        wrappedValue: Value, _ form: SettingForm, as placeholder: String? = nil, _ help: String, initially: String? = nil,
        demand: String? = nil, where check: @escaping @Sendable (String) -> Bool = { _ in true }
    ) where Value: ServerSettingValue {
        let declared = Declared(
            form: form, placeholder: placeholder ?? form.placeholder, help: help, initially: initially,
            demand: demand ?? form.demand, check: check)
        holder = Holder(wrappedValue, declared, Coding())
    }

    package var wrappedValue: Value {
        get { holder.value }
        set { holder = Holder(newValue, holder.declared, holder.coding) }
    }

    /// The value, which is replaced only while settings are brought together, before another caller has them.
    fileprivate final class Holder: @unchecked Sendable {  // Written by `read` alone, while one caller has it.
        var value: Value
        let declared: Declared
        let coding: Coding

        init(_ value: Value, _ declared: Declared, _ coding: Coding) {
            self.value = value
            self.declared = declared
            self.coding = coding
        }
    }

    /// The value's own coding. The type has no requirement that its values can be coded: a process that starts would look up a conformance
    /// for each type of setting.
    fileprivate struct Coding: Sendable {
        let read: @Sendable (String) -> Value?
        let text: @Sendable (Value) -> String?
        let json: @Sendable (Value) -> JSONValue?

        init() where Value: ServerSettingValue {
            read = { Value(setting: $0) }
            text = { $0.text }
            json = { $0.json }
        }
    }
}

extension ServerSetting where Value: ServerSettingValue & CaseIterable & RawRepresentable<String> {
    /// A choice of the values that there are.
    package init(wrappedValue: Value, _ help: String) {
        self.init(wrappedValue: wrappedValue, .choice(Value.allCases.map { $0.rawValue }), help)
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
    var text: String? { holder.coding.text(holder.value) }
    var json: JSONValue? { holder.coding.json(holder.value) }

    func read(_ text: String) throws(SettingProblem) {
        guard !text.isEmpty, let value = holder.coding.read(text), let json = holder.coding.json(value),
            declared.form.problem(with: json) == nil, declared.form.takes(text), declared.check(text)
        else { throw SettingProblem() }
        holder.value = value
    }
}

/// The refusal of a text that is no value of a setting.
struct SettingProblem: Error {}
