import Foundation
package import JourneyMessages
import Primitives
import Translations

/// The way to another server: a link that the browser also follows by itself, or a form with a button.
///
/// It is a page and no redirect: browsers hold a redirect after a posted form against the `form-action` of the page before, which
/// can't know where a journey leads.
struct RedirectView {
    let url: String
    let caption: String
    /// nil for a link.
    let posted: Posted?

    let refresh: Frame.Refresh?

    struct Posted {
        let inputs: [Input]
    }

    struct Input {
        let inputName: String
        let inputValue: String
    }

    /// nil for an address that isn't one of the web, which a page must not lead to.
    init?(_ redirect: Redirect, _ phrases: Phrases) {
        guard let address = URL(string: redirect.url), let scheme = address.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = address.host(), !host.isEmpty
        else { return nil }
        url = redirect.url
        caption = "\(phrases.continueAt) \(host)"
        refresh = redirect.method == .get ? Frame.Refresh(seconds: 0, location: redirect.url) : nil
        posted = redirect.method == .get ? nil : Posted(inputs: redirect.data.members.compactMap(Input.init))
    }
}

extension RedirectView.Input {
    fileprivate init?(_ member: JSONObject.Member) {
        guard let text = member.value.string else { return nil }
        inputName = member.name
        inputValue = text
    }
}

extension Step {
    /// The first redirect of the step.
    package var redirect: Redirect? {
        callbacks.lazy.compactMap { if case .redirect(let redirect) = $0.kind { redirect } else { nil } }.first
    }
}
