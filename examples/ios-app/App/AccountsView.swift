#if canImport(SwiftUI)
import Authenticator
import ExampleModels
import SwiftUI

/// Shows the accounts with their codes, and the pushes that wait.
struct AccountsView: View {
    let model: AccountsModel
    @State private var uri = ""
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
        ForEach(model.accounts) { account in
            Button("\(account.issuer) \(account.name)") { Task { await model.showCode(of: account) } }
            if let code = model.codes[account.id] { Text(verbatim: code.code) }
        }
        TextField("otpauth://…", text: $uri)
        Button("Add") { Task { await model.add(uri) } }
        ForEach(model.pushes) { push in
            Text(verbatim: push.message ?? "A sign-in asks for approval")
            if push.numbers.isEmpty { Button("Approve") { Task { await model.approve(push) } } }
            ForEach(push.numbers, id: \.self) { number in
                Button(number) { Task { await model.approve(push, number: number) } }
            }
            Button("Deny") { Task { await model.deny(push) } }
        }
    }
}
#endif
