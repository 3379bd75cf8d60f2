#if canImport(SwiftUI)
import ExampleModels
import SwiftUI

/// Asks for the PIN of a key.
struct PINView: View {
    let model: PINModel
    @State private var pin = ""

    var body: some View {
        Form {
            SecureField(model.prompt ?? "PIN", text: $pin)
            Button("OK") { model.answer(pin) }
        }
    }
}
#endif
