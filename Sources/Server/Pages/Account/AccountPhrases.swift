/// The phrases of the pages about one's own account.
struct AccountPhrases: Sendable {
    let title: String
    let createAccount: String
    let forgottenPassword: String
    let forgottenUsername: String
    let profile: String
    let save: String
    let saved: String
    let signInAgain: String
    let stale: String
    let changePassword: String
    let sessions: String
    let since: String
    let lastUsed: String
    let thisSession: String
    let end: String
    let endOthers: String
    let links: String
    let unlink: String

    static let english = AccountPhrases(
        title: "Your account", createAccount: "Create an account", forgottenPassword: "Forgot your password?",
        forgottenUsername: "Forgot your user name?", profile: "Profile", save: "Save", saved: "Your changes are saved.",
        signInAgain: "Sign in again", stale: "You signed in some time ago. To change something, sign in again.",
        changePassword: "Change password", sessions: "Where you are signed in", since: "Since", lastUsed: "Last used",
        thisSession: "here", end: "Sign out", endOthers: "Sign out everywhere else", links: "Linked accounts", unlink: "Remove")

    static let german = AccountPhrases(
        title: "Ihr Konto", createAccount: "Konto anlegen", forgottenPassword: "Passwort vergessen?",
        forgottenUsername: "Benutzernamen vergessen?", profile: "Profil", save: "Speichern", saved: "Ihre Änderungen sind gespeichert.",
        signInAgain: "Neu anmelden", stale: "Sie haben sich vor einiger Zeit angemeldet. Um etwas zu ändern, melden Sie sich neu an.",
        changePassword: "Passwort ändern", sessions: "Wo Sie angemeldet sind", since: "Seit", lastUsed: "Zuletzt benutzt",
        thisSession: "hier", end: "Abmelden", endOthers: "Überall sonst abmelden", links: "Verbundene Konten", unlink: "Entfernen")

    static let french = AccountPhrases(
        title: "Votre compte", createAccount: "Créer un compte", forgottenPassword: "Mot de passe oublié ?",
        forgottenUsername: "Nom d’utilisateur oublié ?", profile: "Profil", save: "Enregistrer",
        saved: "Vos modifications sont enregistrées.", signInAgain: "Se reconnecter",
        stale: "Votre connexion date de quelque temps. Pour modifier quelque chose, reconnectez-vous.",
        changePassword: "Changer le mot de passe", sessions: "Où vous êtes connecté", since: "Depuis", lastUsed: "Dernière utilisation",
        thisSession: "ici", end: "Se déconnecter", endOthers: "Se déconnecter partout ailleurs", links: "Comptes liés",
        unlink: "Retirer")
}
