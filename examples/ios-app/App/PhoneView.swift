#if canImport(SwiftUI)
import DeviceMessages
import ExampleModels
import MFA
import SwiftUI

/// Pairs the phone, and shows the requests that wait.
struct PhoneView: View {
    let model: PhoneModel
    @State private var address = ""
    @State private var number = ""
    @State private var changes = 0

    var body: some View {
        Form { rows(changes) }
            .onAppear {
                model.changed = { changes += 1 }
                Task { await model.start() }
            }
    }

    @ViewBuilder
    private func rows(_ changes: Int) -> some View {
        if let notice = model.notice { Text(verbatim: notice) }
        ForEach(model.pairings) { pairing in Text(verbatim: "Paired with \(pairing.user.username)") }
        TextField("Address of the pairing code", text: $address)
        Button("Pair") { Task { await model.pair(with: address) } }
        ForEach(model.requests) { request in
            Text(verbatim: "\(request.user.username): \(request.clientContext ?? "sign-in")")
            if request.number != nil { TextField("Number", text: $number) }
            Button("Approve") { Task { await model.approve(request, number: number) } }
            Button("Deny") { Task { await model.deny(request) } }
        }
        Button("Show a passcode") { Task { await model.showPasscode() } }
        if let passcode = model.passcode { Text(verbatim: passcode.code) }
    }
}
#endif
