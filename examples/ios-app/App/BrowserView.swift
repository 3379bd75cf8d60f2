#if canImport(SwiftUI) && canImport(UIKit)
import ExampleModels
import OIDC
import SwiftUI
import UIKit

/// Signs in on the server's page.
struct BrowserView: View {
    let model: BrowserModel
    @State private var changes = 0

    var body: some View {
        Form { rows(changes) }
            .onAppear { model.changed = { changes += 1 } }
    }

    @ViewBuilder
    private func rows(_ changes: Int) -> some View {
        if let notice = model.notice { Text(verbatim: notice) }
        if let subject = model.subject {
            Text(verbatim: "Signed in as \(subject)")
            Button("Sign out") { Task { await model.signOut() } }
        } else {
            Button("Sign in") { signIn() }
        }
    }

    private func signIn() {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        guard let window = scenes.flatMap(\.windows).first(where: \.isKeyWindow) else { return }
        let browser = AuthenticationSessionBrowser(above: window)
        Task { await model.signIn(through: browser) }
    }
}
#endif
