/// The phrases about what users let applications have.
struct ConsentPhrases: Sendable {
    let title: String
    /// The end of a sentence that begins with the application's name.
    let asksFor: String
    /// The thing that a request without scopes asks for.
    let identity: String
    let leadsTo: String
    let remember: String
    let allow: String
    let deny: String
    /// Phrases of the account page.
    let applications: String
    let withdraw: String

    static let english = ConsentPhrases(
        title: "Allow access?", asksFor: "asks for:", identity: "access in your name, by which it learns who you are",
        leadsTo: "You go on to", remember: "Remember this, and don’t ask again",
        allow: "Allow", deny: "Don’t allow", applications: "Applications with access", withdraw: "Withdraw")

    static let german = ConsentPhrases(
        title: "Zugriff erlauben?", asksFor: "bittet um:", identity: "Zugriff in Ihrem Namen, durch den sie erfährt, wer Sie sind",
        leadsTo: "Danach geht es zu",
        remember: "Merken und nicht wieder fragen", allow: "Erlauben", deny: "Nicht erlauben",
        applications: "Anwendungen mit Zugriff", withdraw: "Widerrufen")

    static let french = ConsentPhrases(
        title: "Autoriser l’accès ?", asksFor: "demande :", identity: "un accès en votre nom, par lequel elle apprend qui vous êtes",
        leadsTo: "Vous continuez vers",
        remember: "Retenir ce choix et ne plus demander", allow: "Autoriser", deny: "Refuser",
        applications: "Applications autorisées", withdraw: "Révoquer")
}
