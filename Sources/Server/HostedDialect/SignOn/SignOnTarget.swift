import HTTPBase
import HTTPTypes
import JourneyEngine
import OAuthMessages
import Pages
import PolicyMessages
import Primitives
import Directory
import Translations

/// The purpose of a sign-on page, as its address says: checked again with every request, since any user can write an address.
struct SignOnTarget: Sendable {
    let realm: Realm
    /// The place to go to after success; nil for the welcome page.
    private(set) var destination: ReturnPath?
    /// A place on another origin that the realm allows, in place of a path.
    private(set) var elsewhere: String?
    /// nil for the realm's default journey.
    let journey: String?
    /// The advice of a policy, in place of a journey; its text as it came.
    let advice: (value: PolicyAdvice, text: String)?
    /// The place to which a failed journey leads, where the realm allows that.
    let gotoOnFail: String?
    let isForced: Bool
    /// The languages that the application asked for, best first, separated by spaces.
    let uiLocales: String?
    /// The id of a suspended journey's link.
    let suspendedID: String?
    /// The step that the form answers.
    let answered: String?

    /// - Throws: a 400 for a place that browsers are not sent to.
    init(_ query: FormBody, realm: Realm, language: (String?) -> Language) throws {
        self.realm = realm
        // The second form is that of links, which apps and pages of other kinds read too.
        journey = try query.value("journey") ?? (query.value("authIndexType") == "service" ? query.value("authIndexValue") : nil)
        advice = try Self.advice(query)
        gotoOnFail = try query.value("gotoOnFail")
        suspendedID = try query.value("suspendedId")
        isForced = try query.isTrue("ForceAuth")
        uiLocales = try query.value("ui_locales")
        answered = try query.value(Self.answeredParameter)
        guard let goto = try query.value("goto"), !goto.isEmpty else { return }
        destination = ReturnPath(goto, in: realm.path, environment: realm.id)
        guard destination == nil else { return }
        guard JourneyStart.allows(goto, in: realm) else {
            throw WireError(.badRequest, HostedText.leadsElsewhere.text(in: language(uiLocales)))
        }
        elsewhere = goto
    }

    private static func advice(_ query: FormBody) throws -> (PolicyAdvice, String)? {
        guard try query.value("authIndexType") == AdviceRedirect.indexType else { return nil }
        let text = try query.requiredText("authIndexValue")
        return (try PolicyAdvice(indexValue: text), text)
    }

    /// The same page, on the way to another place.
    func going(to destination: ReturnPath) -> SignOnTarget {
        var target = self
        target.destination = destination
        return target
    }

    /// The address of the page, for a form that answers a step.
    func path(answering step: String) -> String {
        var query = query
        query.append(Self.answeredParameter, step)
        return HostedPath.login(of: realm.path) + "?" + query.encoded
    }

    /// The address of the page, at which its journey begins.
    var path: String { Self.path(of: realm, query) }

    /// The address of the realm's usual sign-on page, on the way to the same place.
    var signInPath: String {
        var query = FormBody()
        query.append("goto", destination?.text ?? elsewhere)
        query.append("ui_locales", uiLocales)
        return Self.path(of: realm, query)
    }

    private static func path(of realm: Realm, _ query: FormBody) -> String {
        let query = query.encoded
        return HostedPath.login(of: realm.path) + (query.isEmpty ? "" : "?" + query)
    }

    /// The address at which a waiting page asks whether it continues.
    var waitPath: String {
        let query = query.encoded
        return HostedPath.wait(of: realm.path) + (query.isEmpty ? "" : "?" + query)
    }

    /// The address at which a journey continues whose link was opened.
    var resumePath: String {
        let query = query.encoded
        return HostedPath.resume(of: realm.path) + (query.isEmpty ? "" : "?" + query)
    }

    private static let answeredParameter = "step"

    /// The contents of the address, except for the step that was answered.
    var query: FormBody {
        var query = FormBody()
        query.append("goto", destination?.text ?? elsewhere)
        query.append("gotoOnFail", gotoOnFail)
        query.append("journey", journey)
        query.append("authIndexType", advice.map { _ in AdviceRedirect.indexType })
        query.append("authIndexValue", advice?.text)
        query.append("ForceAuth", isForced ? "true" : nil)
        query.append("ui_locales", uiLocales)
        return query
    }
}
