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
    let security: String
    let password: String
    let phones: String
    let authenticators: String
    let messages: String
    let recoveryCodes: String
    let codesLeft: String
    let unnamedDevice: String
    let unknownProgram: String
    let signedIn: String
    let applications: String
    let noApplications: String
    let data: String
    let download: String
    let deletion: String
    let deletionText: String
    let deletionName: String
    let sections: String
    let address: String
    let more: String
    let times: TimePhrases

    static let english = AccountPhrases(
        title: "Your account", createAccount: "Create an account", forgottenPassword: "Forgot your password?",
        forgottenUsername: "Forgot your user name?", profile: "Profile", save: "Save", saved: "Your changes are saved.",
        signInAgain: "Sign in again", stale: "You signed in some time ago. To change something, sign in again.",
        changePassword: "Change password", sessions: "Where you are signed in", since: "Since", lastUsed: "Last used",
        thisSession: "here", end: "Sign out", endOthers: "Sign out everywhere else", links: "Linked accounts", unlink: "Remove",
        security: "Sign-in and security",
        password: "Password",
        phones: "Phones",
        authenticators: "Authenticator apps",
        messages: "Codes by message",
        recoveryCodes: "Recovery codes",
        codesLeft: "Codes left:",
        unnamedDevice: "Device without a name",
        unknownProgram: "Unknown program",
        signedIn: "Signed in",
        applications: "Apps and consents",
        noApplications: "No application has asked for your consent.",
        data: "Your data",
        download: "Download your data",
        deletion: "Delete your account",
        deletionText: "Your profile, devices, sessions and consents are deleted for good.",
        deletionName: "Your user name, to confirm",
        sections: "Sections",
        address: "Address",
        more: "More",
        times: .english)

    static let german = AccountPhrases(
        title: "Ihr Konto", createAccount: "Konto anlegen", forgottenPassword: "Passwort vergessen?",
        forgottenUsername: "Benutzernamen vergessen?", profile: "Profil", save: "Speichern", saved: "Ihre Änderungen sind gespeichert.",
        signInAgain: "Neu anmelden", stale: "Sie haben sich vor einiger Zeit angemeldet. Um etwas zu ändern, melden Sie sich neu an.",
        changePassword: "Passwort ändern", sessions: "Wo Sie angemeldet sind", since: "Seit", lastUsed: "Zuletzt benutzt",
        thisSession: "hier", end: "Abmelden", endOthers: "Überall sonst abmelden", links: "Verbundene Konten", unlink: "Entfernen",
        security: "Anmeldung und Sicherheit",
        password: "Passwort",
        phones: "Telefone",
        authenticators: "Authenticator-Apps",
        messages: "Codes per Nachricht",
        recoveryCodes: "Wiederherstellungscodes",
        codesLeft: "Übrige Codes:",
        unnamedDevice: "Gerät ohne Namen",
        unknownProgram: "Unbekanntes Programm",
        signedIn: "Angemeldet",
        applications: "Apps und Einwilligungen",
        noApplications: "Keine Anwendung hat um Ihre Einwilligung gebeten.",
        data: "Ihre Daten",
        download: "Ihre Daten herunterladen",
        deletion: "Ihr Konto löschen",
        deletionText: "Profil, Geräte, Sitzungen und Einwilligungen werden endgültig gelöscht.",
        deletionName: "Ihr Benutzername zur Bestätigung",
        sections: "Abschnitte",
        address: "Adresse",
        more: "Weiteres",
        times: .german)

    static let french = AccountPhrases(
        title: "Votre compte", createAccount: "Créer un compte", forgottenPassword: "Mot de passe oublié ?",
        forgottenUsername: "Nom d’utilisateur oublié ?", profile: "Profil", save: "Enregistrer",
        saved: "Vos modifications sont enregistrées.", signInAgain: "Se reconnecter",
        stale: "Votre connexion date de quelque temps. Pour modifier quelque chose, reconnectez-vous.",
        changePassword: "Changer le mot de passe", sessions: "Où vous êtes connecté", since: "Depuis", lastUsed: "Dernière utilisation",
        thisSession: "ici", end: "Se déconnecter", endOthers: "Se déconnecter partout ailleurs", links: "Comptes liés",
        unlink: "Retirer",
        security: "Connexion et sécurité",
        password: "Mot de passe",
        phones: "Téléphones",
        authenticators: "Applications d’authentification",
        messages: "Codes par message",
        recoveryCodes: "Codes de récupération",
        codesLeft: "Codes restants :",
        unnamedDevice: "Appareil sans nom",
        unknownProgram: "Programme inconnu",
        signedIn: "Connecté",
        applications: "Applications et consentements",
        noApplications: "Aucune application n’a demandé votre consentement.",
        data: "Vos données",
        download: "Télécharger vos données",
        deletion: "Supprimer votre compte",
        deletionText: "Profil, appareils, sessions et consentements sont supprimés définitivement.",
        deletionName: "Votre nom d’utilisateur, pour confirmer",
        sections: "Rubriques",
        address: "Adresse",
        more: "Autres informations",
        times: .french)
}
