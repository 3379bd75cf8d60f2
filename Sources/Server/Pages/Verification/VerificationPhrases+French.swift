import VerificationMessages

extension VerificationPhrases {
    static let french = VerificationPhrases(
        title: "Vérifier votre identité",
        lead: "Le service qui vous a donné le code vous demande de montrer une pièce d’identité. Lisez d’abord ce qu’il en est fait.",
        points: [
            "Vous photographiez un permis de conduire, une carte d’identité, un titre de séjour ou un passeport et, si c’est demandé, votre visage.",
            "Des programmes lisent le document, comparent les visages et comparent ce qu’ils ont lu avec votre compte. Une personne peut regarder les photos, ici ou chez un prestataire chargé de le faire.",
            "Les photos et ce qui a été lu sont conservés chiffrés, puis supprimés quand la vérification est terminée depuis : {time}. Ce navigateur ne garde rien.",
        ],
        decline: "Si vous n’êtes pas d’accord, fermez cette page : rien n’a encore été envoyé.",
        agree: "J’accepte, commencer",
        code: "Code", codeHint: "12 chiffres, tels qu’ils vous ont été donnés",
        chooseTitle: "Quel document montrez-vous ?", chooseLead: "Il doit être valable, et le vôtre.", chooseLegend: "Document",
        names: [
            .drivingLicense: "Permis de conduire", .idCard: "Carte d’identité", .residencePermit: "Titre de séjour",
            .passport: "Passeport",
        ],
        progress: "Étape {step} sur {steps}",
        fronts: [
            .drivingLicense: "Recto du permis de conduire", .idCard: "Recto de la carte d’identité",
            .residencePermit: "Recto du titre de séjour", .passport: "Passeport : la page avec votre photo",
        ],
        backs: [
            .drivingLicense: "Verso du permis de conduire", .idCard: "Verso de la carte d’identité",
            .residencePermit: "Verso du titre de séjour",
        ],
        documentGuidance:
            "Posez la carte à plat sur un fond plus sombre, sans reflet de lampe. Ses quatre bords doivent être dans l’image.",
        passportGuidance:
            "Ouvrez le passeport à plat. Toute la page doit être dans l’image, avec les deux lignes du bord inférieur.",
        selfie: "Votre visage",
        selfieGuidance: "Regardez droit vers l’appareil, sans autre personne, sous une lumière égale, sans lunettes de soleil ni chapeau.",
        file: "Image", fileHint: "Un fichier JPEG ou PNG de 8 Mo au plus", send: "Envoyer l’image",
        useCamera: "Utiliser l’appareil photo", shoot: "Prendre la photo", again: "Reprendre", use: "Utiliser cette photo",
        useFile: "Choisir un fichier",
        finder: "L’image de l’appareil photo", preview: "La photo prise",
        says: [
            "starting": "L’appareil photo démarre. Votre navigateur demande peut-être si cette page peut l’utiliser.",
            "declined":
                "L’appareil photo ne peut pas être utilisé : votre navigateur ne le permet pas, ou un autre programme l’occupe. Vous pouvez choisir un fichier.",
            "missing": "Aucun appareil photo n’a été trouvé. Vous pouvez choisir un fichier.",
            "taken": "La photo est prise. Utilisez-la si tout y est lisible.",
            "sending": "La photo est envoyée et examinée. Cela dure quelques secondes.",
        ],
        doubtful: "Cette photo ne convient peut-être pas :",
        faults: [
            .small: "Elle est trop petite. Approchez-vous, ou utilisez un meilleur appareil.",
            .blurred: "Elle est floue. Ne bougez pas, et attendez qu’elle soit nette.",
            .glare: "De la lumière se reflète. Inclinez le document, ou déplacez la lampe.",
            .skewed: "Le document est tourné. Posez-le droit.",
            .cropped: "Le document dépasse de l’image. Montrez-le en entier.",
            .faint: "Elle est trop sombre ou trop pâle. Ajoutez de la lumière.",
            .noFace: "Aucun visage n’y a été trouvé.",
            .severalFaces: "Il s’y trouve plus d’un visage.",
            .noBarcode: "Aucun code-barres n’y a été trouvé. Si la carte en a un, montrez-le en entier.",
        ],
        keep: "L’utiliser quand même", without: "Continuer sans cette photo", otherDocument: "Montrer un autre document",
        reviewTitle: "Tout envoyer ?", reviewLead: "Ces photos sont soumises à la vérification.",
        taken: "prise", takenWithDoubts: "prise, mais peut-être difficile à lire", missing: "non prise",
        takeNow: "Prendre", takeAgain: "Reprendre", submit: "Soumettre",
        outcomes: [
            .checking: (
                "Vos photos sont examinées", "Cela dure en général moins d’une minute. La page montre le résultat d’elle-même."
            ),
            .waiting: (
                "Pas encore décidé",
                "Toutes les vérifications ne sont pas faites, ou une personne doit décider. Vous pouvez fermer cette page."
            ),
            .collected: ("Vos photos sont arrivées", "Rien d’autre n’est nécessaire. Vous pouvez fermer cette page."),
            .approved: ("Votre identité est vérifiée", "Vous pouvez fermer cette page."),
            .failed: ("Votre identité n’a pas pu être vérifiée", "Adressez-vous au service qui vous a donné le code."),
            .timedOut: ("Le temps est écoulé", "Demandez un nouveau code."),
            .withdrawn: ("La vérification a été retirée", "Le service qui vous a donné le code y a mis fin."),
        ],
        reasons: "Raisons",
        reasonTexts: [
            "unread": "Ni un code-barres ni les lignes lisibles par machine n’ont pu être lus.",
            "wrongKind": "Le document est d’un autre type qu’indiqué.", "expired": "Le document a expiré.",
            "specimen": "Le document est un spécimen.", "checkDigits": "Un chiffre de contrôle des lignes lisibles par machine est faux.",
            "contradictory": "Le code-barres et les lignes lisibles par machine ont des données différentes.",
            "notYetIssued": "La date de délivrance du document est dans le futur.",
            "otherFace": "Le visage du selfie n’est pas celui du document.",
            "documentFace": "Le document ne montre pas un seul visage.", "selfieFace": "Le selfie ne montre pas un seul visage.",
        ],
        tryAgain: "Réessayer",
        problems: [
            .unknownCode: "Ce code est faux, a déjà servi ou n’est plus valable. Vérifiez-le, ou demandez-en un nouveau.",
            .tooMany: "C’était trop souvent, ou trop d’autres le font en même temps. Attendez une minute.",
            .noPicture: "Choisissez une image : un fichier JPEG ou PNG.",
            .tooLarge: "Le fichier est trop grand : 8 Mo au plus.",
            .incomplete: "Il manque une photo.",
            .otherBrowser:
                "Cette vérification a commencé dans un autre navigateur, ou il y a trop longtemps. Ouvrez votre lien, ou demandez-en un nouveau.",
        ])
}
