#if canImport(UIKit)
import CallbackBridge
import UIKit

/// Alerts above whatever the app shows.
struct AlertDialogs: BindingDialogs {
    func pin(_ prompt: Prompt) async -> String? {
        await Self.ask(prompt.title, [prompt.subtitle, prompt.description].filter { !$0.isEmpty }.joined(separator: "\n")) {
            alert, answer in
            alert.addTextField { field in
                field.isSecureTextEntry = true
                field.keyboardType = .numberPad
            }
            alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in answer(alert.textFields?.first?.text ?? "") })
        }
    }

    func choice(among titles: [String]) async -> Int? {
        await Self.ask("Select a key", nil) { alert, answer in
            for (index, title) in titles.enumerated() {
                alert.addAction(UIAlertAction(title: title, style: .default) { _ in answer(index) })
            }
        }
    }

    /// Shows an alert with a button to turn away, beside what `fill` puts into it; nil where there is nothing to show it above.
    @MainActor
    private static func ask<Answer: Sendable>(
        _ title: String, _ message: String?, _ fill: @MainActor (UIAlertController, @escaping @MainActor (Answer) -> Void) -> Void
    ) async -> Answer? {
        guard let top = AppWindow.presenter() else { return nil }
        let (answers, continuation) = AsyncStream.makeStream(of: Answer?.self)
        let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
        fill(alert) { answer in
            continuation.yield(answer)
            continuation.finish()
        }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in continuation.finish() })
        top.present(alert, animated: true)
        for await answer in answers { return answer }
        return nil
    }
}
#endif
