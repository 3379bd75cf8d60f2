#if canImport(SwiftUI)
import Primitives
import SwiftUI

/// A row of a form.
struct FormRow: View {
    let run: any FormRun
    let field: FormField
    /// Called when the user has entered something.
    let entered: @MainActor () -> Void

    var body: some View {
        control
        ForEach(field.problems, id: \.self) { problem in Text(verbatim: problem) }
    }

    @ViewBuilder
    private var control: some View {
        switch field.kind {
        case .statement, .unsupported: Text(verbatim: field.label)
        case .text, .number: TextField(field.label, text: entry(\.text))
        case .secret(_, let canBeShown): secret(canBeShown)
        case .toggle: Toggle(field.label, isOn: entry(\.isOn))
        case .terms(let version):
            Text(verbatim: field.label)
            Toggle("I accept version \(version)", isOn: entry(\.isOn))
        case .consent(let shared):
            Text(verbatim: ([field.label] + shared).joined(separator: "\n"))
            Toggle("I agree", isOn: entry(\.isOn))
        case .choice: options
        case .securityQuestion: securityQuestion
        case .buttons, .providers: buttons
        }
    }

    @ViewBuilder
    private func secret(_ canBeShown: Bool) -> some View {
        if canBeShown { TextField(field.label, text: entry(\.text)) } else { SecureField(field.label, text: entry(\.text)) }
    }

    private var options: some View {
        Picker(field.label, selection: entry(\.selection)) {
            ForEach(field.options.indices, id: \.self) { index in Text(verbatim: field.options[index]).tag(Optional(index)) }
        }
    }

    @ViewBuilder
    private var securityQuestion: some View {
        options
        if field.hasOwnQuestion { TextField("Your question", text: entry(\.ownQuestion)) }
        SecureField("Answer", text: entry(\.text))
    }

    @ViewBuilder
    private var buttons: some View {
        if !field.label.isEmpty { Text(verbatim: field.label) }
        ForEach(field.options.indices, id: \.self) { index in
            Button(field.options[index]) { Task { await run.press(index, of: field.id) } }
        }
    }

    /// An entry of the row, as it is in the run.
    private func entry<Value>(_ path: any (WritableKeyPath<FormField, Value> & Sendable)) -> Binding<Value> {
        Binding { @MainActor in
            (run.form?[field.id] ?? field)[keyPath: path]
        } set: { @MainActor value in
            run.form?[field.id]?[keyPath: path] = value
            entered()
        }
    }
}
#endif
