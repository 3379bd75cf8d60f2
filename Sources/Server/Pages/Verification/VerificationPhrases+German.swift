import VerificationMessages

extension VerificationPhrases {
    static let german = VerificationPhrases(
        title: "Identität bestätigen",
        lead:
            "Die Stelle, von der Sie den Code haben, bittet Sie, ein Ausweisdokument zu zeigen. Lesen Sie bitte zuerst, was damit geschieht.",
        points: [
            "Sie fotografieren einen Führerschein, einen Personalausweis, einen Aufenthaltstitel oder einen Reisepass und, wenn danach gefragt wird, Ihr Gesicht.",
            "Programme lesen das Dokument, vergleichen die Gesichter und vergleichen das Gelesene mit Ihrem Konto. Es kann sein, dass ein Mensch die Fotos ansieht, hier oder bei einem beauftragten Dienst.",
            "Die Fotos und das Gelesene werden verschlüsselt aufbewahrt und gelöscht, wenn das Ende der Prüfung so lange zurückliegt: {time}. Dieser Browser behält nichts.",
        ],
        decline: "Wenn Sie nicht einverstanden sind, schließen Sie diese Seite: Es wurde noch nichts gesendet.",
        agree: "Einverstanden, beginnen",
        code: "Code", codeHint: "12 Ziffern, wie Sie sie bekommen haben",
        chooseTitle: "Welches Dokument zeigen Sie?", chooseLead: "Es muss gültig und Ihr eigenes sein.", chooseLegend: "Dokument",
        names: [
            .drivingLicense: "Führerschein", .idCard: "Personalausweis", .residencePermit: "Aufenthaltstitel", .passport: "Reisepass",
        ],
        progress: "Schritt {step} von {steps}",
        fronts: [
            .drivingLicense: "Vorderseite des Führerscheins", .idCard: "Vorderseite des Personalausweises",
            .residencePermit: "Vorderseite des Aufenthaltstitels", .passport: "Reisepass: die Seite mit Ihrem Foto",
        ],
        backs: [
            .drivingLicense: "Rückseite des Führerscheins", .idCard: "Rückseite des Personalausweises",
            .residencePermit: "Rückseite des Aufenthaltstitels",
        ],
        documentGuidance:
            "Legen Sie die Karte flach auf einen dunkleren Untergrund, ohne Spiegelung einer Lampe. Alle vier Ränder sollen im Bild sein.",
        passportGuidance:
            "Öffnen Sie den Pass flach. Die ganze Seite soll im Bild sein, mit den beiden Zeilen am unteren Rand.",
        selfie: "Ihr Gesicht",
        selfieGuidance: "Sehen Sie gerade in die Kamera, allein, bei gleichmäßigem Licht, ohne Sonnenbrille und Hut.",
        file: "Bild", fileHint: "Eine JPEG- oder PNG-Datei von höchstens 8 MB", send: "Bild senden",
        useCamera: "Kamera verwenden", shoot: "Bild aufnehmen", again: "Neu aufnehmen", use: "Dieses Bild verwenden",
        useFile: "Datei wählen",
        finder: "Das Bild der Kamera", preview: "Das aufgenommene Bild",
        says: [
            "starting": "Die Kamera wird gestartet. Ihr Browser fragt Sie vielleicht, ob diese Seite sie verwenden darf.",
            "declined":
                "Die Kamera kann nicht verwendet werden: Ihr Browser erlaubt es nicht, oder ein anderes Programm hat sie. Sie können eine Datei wählen.",
            "missing": "Es wurde keine Kamera gefunden. Sie können eine Datei wählen.",
            "taken": "Das Bild ist aufgenommen. Verwenden Sie es, wenn alles darauf lesbar ist.",
            "sending": "Das Bild wird gesendet und geprüft. Das dauert einige Sekunden.",
        ],
        doubtful: "Dieses Bild taugt vielleicht nicht:",
        faults: [
            .small: "Es ist zu klein. Gehen Sie näher heran, oder verwenden Sie eine bessere Kamera.",
            .blurred: "Es ist unscharf. Halten Sie still, und warten Sie, bis es scharf ist.",
            .glare: "Licht spiegelt sich. Neigen Sie das Dokument, oder stellen Sie die Lampe um.",
            .skewed: "Das Dokument ist verdreht. Legen Sie es gerade.",
            .cropped: "Das Dokument reicht über das Bild hinaus. Zeigen Sie es ganz.",
            .faint: "Es ist zu dunkel oder zu blass. Machen Sie mehr Licht.",
            .noFace: "Es wurde kein Gesicht darauf gefunden.",
            .severalFaces: "Es ist mehr als ein Gesicht darauf.",
            .noBarcode: "Es wurde kein Barcode darauf gefunden. Wenn die Karte einen hat, zeigen Sie ihn ganz.",
        ],
        keep: "Trotzdem verwenden", without: "Ohne dieses Bild weiter", otherDocument: "Ein anderes Dokument zeigen",
        reviewTitle: "Alles absenden?", reviewLead: "Diese Bilder werden zur Prüfung eingereicht.",
        taken: "aufgenommen", takenWithDoubts: "aufgenommen, aber vielleicht schwer zu lesen", missing: "nicht aufgenommen",
        takeNow: "Aufnehmen", takeAgain: "Neu aufnehmen", submit: "Absenden",
        outcomes: [
            .checking: (
                "Ihre Bilder werden geprüft", "Das dauert meist weniger als eine Minute. Die Seite zeigt das Ergebnis von selbst."
            ),
            .waiting: (
                "Noch nicht entschieden",
                "Es sind noch nicht alle Prüfungen gemacht, oder ein Mensch muss entscheiden. Sie können diese Seite schließen."
            ),
            .collected: ("Ihre Bilder sind angekommen", "Mehr ist nicht nötig. Sie können diese Seite schließen."),
            .approved: ("Ihre Identität ist bestätigt", "Sie können diese Seite schließen."),
            .failed: (
                "Ihre Identität konnte nicht bestätigt werden", "Wenden Sie sich bitte an die Stelle, von der Sie den Code haben."
            ),
            .timedOut: ("Die Zeit ist abgelaufen", "Bitten Sie um einen neuen Code."),
            .withdrawn: ("Die Prüfung wurde zurückgezogen", "Die Stelle, von der Sie den Code haben, hat sie beendet."),
        ],
        reasons: "Gründe",
        reasonTexts: [
            "unread": "Weder ein Barcode noch die maschinenlesbaren Zeilen konnten gelesen werden.",
            "wrongKind": "Das Dokument ist von anderer Art als angegeben.", "expired": "Das Dokument ist abgelaufen.",
            "specimen": "Das Dokument ist ein Muster.", "checkDigits": "Eine Prüfziffer der maschinenlesbaren Zeilen ist falsch.",
            "contradictory": "Der Barcode und die maschinenlesbaren Zeilen haben verschiedene Daten.",
            "notYetIssued": "Das Ausstellungsdatum des Dokuments liegt in der Zukunft.",
            "otherFace": "Das Gesicht auf dem Selfie ist nicht das des Dokuments.",
            "documentFace": "Auf dem Dokument wurde kein einzelnes Gesicht gefunden.",
            "selfieFace": "Auf dem Selfie wurde kein einzelnes Gesicht gefunden.",
        ],
        tryAgain: "Noch einmal versuchen",
        problems: [
            .unknownCode: "Dieser Code ist falsch, wurde benutzt oder gilt nicht mehr. Prüfen Sie ihn, oder bitten Sie um einen neuen.",
            .tooMany: "Das war zu oft, oder zu viele andere sind dabei. Bitte warten Sie eine Minute.",
            .noPicture: "Bitte wählen Sie ein Bild: eine JPEG- oder PNG-Datei.",
            .tooLarge: "Die Datei ist zu groß: Sie darf höchstens 8 MB haben.",
            .incomplete: "Es fehlt ein Bild.",
            .otherBrowser:
                "Diese Prüfung wurde in einem anderen Browser oder vor zu langer Zeit begonnen. Öffnen Sie Ihren Link, oder bitten Sie um einen neuen.",
        ])
}
