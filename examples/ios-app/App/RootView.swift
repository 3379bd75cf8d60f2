#if canImport(SwiftUI) && canImport(UIKit)
import ExampleModels
import SwiftUI

/// The tabs, and the question for a PIN above them.
struct RootView: View {
    let app: ExampleApp
    @State private var changes = 0

    var body: some View {
        TabView {
            JourneysView(model: app.journeys).tabItem { Text("Journeys") }
            BrowserView(model: app.browser).tabItem { Text("Browser") }
            PhoneView(model: app.phone).tabItem { Text("Phone") }
            AccountsView(model: app.accounts).tabItem { Text("Accounts") }
        }
        .onAppear { app.pin.changed = { changes += 1 } }
        .sheet(isPresented: isAsking) { PINView(model: app.pin) }
    }

    /// Whether the user is asked; who pulls the sheet down has turned away.
    private var isAsking: Binding<Bool> {
        Binding { @MainActor in
            changes >= 0 && app.pin.prompt != nil
        } set: { @MainActor isShown in
            if !isShown { app.pin.answer(nil) }
        }
    }
}
#endif
