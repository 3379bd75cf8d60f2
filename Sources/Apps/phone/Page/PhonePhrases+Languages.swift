extension PhonePhrases {
    static let english = PhonePhrases(
        tag: "en", phone: "Phone", connected: "connected", notConnected: "not connected", offline: "offline",
        wantsToSignIn: { user, application in
            "<strong>\(user)</strong> wants to sign in" + (application.map { " to <strong>\($0)</strong>" } ?? "")
        },
        from: { "from \($0)" }, enterNumber: "Number shown where you sign in", whichNumber: "Which number is shown where you sign in?",
        approve: "Approve", deny: "Deny", signInAs: { "Sign in as \($0)" }, codeScanned: "A code was scanned",
        offer: "You have signed in to the app. Shall this phone be paired, so that it counts as your second factor?",
        pairPhone: "Pair this phone", notNow: "Not now", proceed: "Go on", passcode: "Passcode", secondsLeft: "Seconds left",
        noPairings: "No pairings yet.", pairings: "Paired with", unpair: "Unpair", keys: "Keys and passkeys", messages: "Messages",
        add: "Add an account", pairingKey: "Pairing key or address", trustServer: "Trust the server that it names", pair: "Pair",
        code: "Authentication code, or the address of an account", useCode: "Use code", image: "Image of a QR code", signIn: "Sign in",
        policy: "Sign-on policy", ownPolicy: "the app’s own", signInToApp: "Sign in to the app", itself: "The phone itself",
        goOffline: "Go offline", goOnline: "Go online", reinstall: "Reinstall the app", lose: "Lose the phone",
        asksForApproval: "A sign-in asks for approval", accounts: "Accounts", nextCode: "Next code", remove: "Remove", locked: "locked",
        codeOf: "Code of")

    static let german = PhonePhrases(
        tag: "de", phone: "Telefon", connected: "verbunden", notConnected: "nicht verbunden", offline: "offline",
        wantsToSignIn: { user, application in
            "<strong>\(user)</strong> möchte sich anmelden" + (application.map { " bei <strong>\($0)</strong>" } ?? "")
        },
        from: { "von \($0)" }, enterNumber: "Zahl, die bei der Anmeldung steht", whichNumber: "Welche Zahl steht bei der Anmeldung?",
        approve: "Zustimmen", deny: "Ablehnen", signInAs: { "Als \($0) anmelden" }, codeScanned: "Ein Code wurde gescannt",
        offer: "Sie haben sich in der App angemeldet. Soll dieses Telefon gekoppelt werden, damit es als zweiter Faktor gilt?",
        pairPhone: "Dieses Telefon koppeln", notNow: "Jetzt nicht", proceed: "Weiter", passcode: "Einmalcode",
        secondsLeft: "Verbleibende Sekunden",
        noPairings: "Noch keine Kopplungen.", pairings: "Gekoppelt mit", unpair: "Trennen", keys: "Schlüssel und Passkeys",
        messages: "Meldungen", add: "Konto hinzufügen", pairingKey: "Kopplungsschlüssel oder Adresse",
        trustServer: "Dem genannten Server vertrauen", pair: "Koppeln", code: "Anmeldecode oder Adresse eines Kontos",
        useCode: "Code verwenden",
        image: "Bild eines QR-Codes", signIn: "Anmelden", policy: "Anmelderichtlinie", ownPolicy: "die der App",
        signInToApp: "In der App anmelden",
        itself: "Das Telefon selbst", goOffline: "Offline gehen", goOnline: "Online gehen", reinstall: "App neu installieren",
        lose: "Telefon verlieren", asksForApproval: "Eine Anmeldung bittet um Zustimmung", accounts: "Konten", nextCode: "Nächster Code",
        remove: "Entfernen", locked: "gesperrt", codeOf: "Code von")

    static let french = PhonePhrases(
        tag: "fr", phone: "Téléphone", connected: "connecté", notConnected: "non connecté", offline: "hors ligne",
        wantsToSignIn: { user, application in
            "<strong>\(user)</strong> veut se connecter" + (application.map { " à <strong>\($0)</strong>" } ?? "")
        },
        from: { "depuis \($0)" }, enterNumber: "Nombre affiché là où vous vous connectez",
        whichNumber: "Quel nombre est affiché là où vous vous connectez ?", approve: "Approuver", deny: "Refuser",
        signInAs: { "Se connecter en tant que \($0)" }, codeScanned: "Un code a été lu",
        offer: "Vous êtes connecté à l’application. Faut-il associer ce téléphone, pour qu’il serve de second facteur ?",
        pairPhone: "Associer ce téléphone", notNow: "Pas maintenant", proceed: "Continuer", passcode: "Code à usage unique",
        secondsLeft: "Secondes restantes", noPairings: "Aucune association.", pairings: "Associé à", unpair: "Dissocier",
        keys: "Clés et clés d’accès", messages: "Messages", add: "Ajouter un compte", pairingKey: "Clé d’association ou adresse",
        trustServer: "Faire confiance au serveur nommé", pair: "Associer", code: "Code de connexion, ou adresse d’un compte",
        useCode: "Utiliser le code", image: "Image d’un code QR", signIn: "Se connecter", policy: "Politique de connexion",
        ownPolicy: "celle de l’application", signInToApp: "Se connecter à l’application", itself: "Le téléphone lui-même",
        goOffline: "Passer hors ligne", goOnline: "Passer en ligne", reinstall: "Réinstaller l’application", lose: "Perdre le téléphone",
        asksForApproval: "Une connexion demande votre accord", accounts: "Comptes", nextCode: "Code suivant", remove: "Retirer",
        locked: "verrouillé", codeOf: "Code de")
}
