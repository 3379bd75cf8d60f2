#if canImport(SwiftUI)
import DeviceFoundation
import ExampleModels
import JourneyForms
import SwiftUI

/// Offers the journeys, and shows the user who is signed in.
struct JourneysView: View {
    let model: JourneyModel
    @State private var run: JourneyRun<Session>?
    @State private var keys: [String] = []
    @State private var changes = 0

    var body: some View {
        NavigationStack {
            if let run {
                JourneyView(run) { finish(run) }
            } else {
                List {
                    user(changes)
                    ForEach(JourneyModel.offered.map(\.name), id: \.self) { name in
                        Button(title(of: name)) { run = model.run(name) }
                    }
                    ForEach(keys, id: \.self) { key in Text(verbatim: key) }
                }
            }
        }
        .onAppear {
            model.changed = { changes += 1 }
            Task { keys = await model.keys() }
        }
    }

    @ViewBuilder
    private func user(_ changes: Int) -> some View {
        if let notice = model.notice { Text(verbatim: notice) }
        if let username = model.username {
            Text(verbatim: "\(username) \(model.email ?? "")")
            Button("Sign out") { Task { await model.signOut() } }
        }
    }

    private func title(of name: String) -> String { JourneyModel.offered.first { $0.name == name }?.title ?? name }

    private func finish(_ ended: JourneyRun<Session>) {
        run = nil
        Task {
            await model.finish(ended)
            keys = await model.keys()
        }
    }
}
#endif
