/// The phrases that help with filling in a form, in one language.
struct FormPhrases: Sendable {
    /// The button that shows what is typed into a password field.
    let show: String
    /// The line above a form whose labels have marks.
    let requiredMark: String
    /// The rule for new passwords that no common one is taken.
    let notCommon: String
    /// The first entry of a menu of which nothing is chosen yet.
    let choose: String
    /// Links back.
    let backToSignIn: String
    let backToAccount: String
    let startAgain: String
    /// The confirmations of a registration, and of a reset of the password.
    let registeredTitle: String
    let registeredText: String
    let resetTitle: String
    let resetText: String

    static let english = FormPhrases(
        show: "Show", requiredMark: "Fields marked with * are required.", notCommon: "Must not be one of the most common passwords",
        choose: "Choose a question", backToSignIn: "Back to sign-in", backToAccount: "Back to your account", startAgain: "Start again",
        registeredTitle: "Your account is ready", registeredText: "You are signed in with it.",
        resetTitle: "Your password is changed", resetText: "From now on you sign in with the new one.")

    static let german = FormPhrases(
        show: "Anzeigen", requiredMark: "Felder mit * müssen ausgefüllt werden.",
        notCommon: "Darf nicht zu den häufigsten Passwörtern gehören",
        choose: "Wählen Sie eine Frage", backToSignIn: "Zurück zur Anmeldung", backToAccount: "Zurück zu Ihrem Konto",
        startAgain: "Neu beginnen", registeredTitle: "Ihr Konto ist angelegt", registeredText: "Sie sind damit angemeldet.",
        resetTitle: "Ihr Passwort ist geändert", resetText: "Ab jetzt melden Sie sich mit dem neuen an.")

    static let french = FormPhrases(
        show: "Afficher", requiredMark: "Les champs marqués d’un * sont obligatoires.",
        notCommon: "Ne doit pas faire partie des mots de passe les plus courants",
        choose: "Choisissez une question", backToSignIn: "Retour à la connexion", backToAccount: "Retour à votre compte",
        startAgain: "Recommencer", registeredTitle: "Votre compte est prêt", registeredText: "Vous êtes connecté avec ce compte.",
        resetTitle: "Votre mot de passe est changé", resetText: "Désormais, connectez-vous avec le nouveau.")
}
