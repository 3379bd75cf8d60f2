import VerificationMessages

extension VerificationPhrases {
    static let english = VerificationPhrases(
        title: "Verify your identity",
        lead: "The service that gave you the code asks you to show a document of identity. Please read first what happens with it.",
        points: [
            "You take photographs of a driving licence, an identity card, a residence permit or a passport and, if it is asked for, of your face.",
            "Programs read the document, compare the faces, and compare what they read with your account. A person may look at the photographs, here or at a service that is charged with it.",
            "The photographs and what was read are kept encrypted. They are deleted {time} after the verification has ended. This browser keeps nothing.",
        ],
        decline: "If you don’t agree, close this page: nothing has been sent yet.",
        agree: "I agree, begin",
        code: "Code", codeHint: "12 digits, as they were given to you",
        chooseTitle: "Which document do you show?", chooseLead: "It must be valid, and your own.", chooseLegend: "Document",
        names: [
            .drivingLicense: "Driving licence", .idCard: "Identity card", .residencePermit: "Residence permit", .passport: "Passport",
        ],
        progress: "Step {step} of {steps}",
        fronts: [
            .drivingLicense: "Front of the driving licence", .idCard: "Front of the identity card",
            .residencePermit: "Front of the residence permit", .passport: "Passport: the page with your photograph",
        ],
        backs: [
            .drivingLicense: "Back of the driving licence", .idCard: "Back of the identity card",
            .residencePermit: "Back of the residence permit",
        ],
        documentGuidance: "Lay the card flat on a darker ground, without a lamp’s reflection. All four edges should be in the picture.",
        passportGuidance: "Open the passport flat. All of the page should be in the picture, with the two lines at its lower edge.",
        selfie: "Your face",
        selfieGuidance: "Look straight into the camera, alone, in even light, without sunglasses or a hat.",
        file: "Picture", fileHint: "A JPEG or PNG file of at most 8 MB", send: "Send the picture",
        useCamera: "Use the camera", shoot: "Take the picture", again: "Take it again", use: "Use this picture", useFile: "Choose a file",
        finder: "The camera’s picture", preview: "The picture that was taken",
        says: [
            "starting": "The camera is starting. Your browser may ask you whether this page may use it.",
            "declined": "The camera can’t be used: your browser doesn’t allow it, or another program has it. You can choose a file.",
            "missing": "No camera was found. You can choose a file.",
            "taken": "The picture was taken. Use it if everything in it can be read.",
            "sending": "The picture is being sent and looked at. This takes a few seconds.",
        ],
        doubtful: "This picture may not do:",
        faults: [
            .small: "It is too small. Go nearer, or use a better camera.",
            .blurred: "It is blurred. Hold still, and wait until it is sharp.",
            .glare: "Light is reflected. Tilt the document, or move the lamp.",
            .skewed: "The document is turned. Lay it straight.",
            .cropped: "The document reaches beyond the picture. Show all of it.",
            .faint: "It is too dark or too pale. Use more light.",
            .noFace: "No face was found in it.",
            .severalFaces: "There is more than one face in it.",
            .noBarcode: "No barcode was found in it. If the card has one, show all of it.",
        ],
        keep: "Use it all the same", without: "Continue without this picture", otherDocument: "Show another document",
        reviewTitle: "Send everything?", reviewLead: "These pictures are submitted for the verification.",
        taken: "taken", takenWithDoubts: "taken, but may be hard to read", missing: "not taken",
        takeNow: "Take it", takeAgain: "Take again", submit: "Submit",
        outcomes: [
            .checking: ("Your pictures are being checked", "This usually takes less than a minute. The page shows the result by itself."),
            .waiting: ("Not decided yet", "Not all checks are made yet, or a person has to decide. You may close this page."),
            .collected: ("Your pictures have arrived", "Nothing else is needed. You may close this page."),
            .approved: ("Your identity is verified", "You may close this page."),
            .failed: ("Your identity could not be verified", "Please turn to the service that gave you the code."),
            .timedOut: ("The time is over", "Please ask for a new code."),
            .withdrawn: ("The verification was withdrawn", "The service that gave you the code has ended it."),
        ],
        reasons: "Reasons", reasonTexts: [:],
        tryAgain: "Try again",
        problems: [
            .unknownCode: "This code is wrong, was used, or is no longer valid. Check it, or ask for a new one.",
            .tooMany: "That was too often, or too many others are at it. Please wait a minute.",
            .noPicture: "Please choose a picture: a JPEG or PNG file.",
            .tooLarge: "The file is too large: it may have 8 MB at most.",
            .incomplete: "A picture is missing.",
            .otherBrowser:
                "This verification was begun in another browser, or too long ago. Open the link that you were given, or ask for a new one.",
        ])
}
