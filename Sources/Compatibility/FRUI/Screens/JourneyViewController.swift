#if canImport(UIKit)
import FRAuth
import JourneyForms
import Primitives
import UIKit

/// One journey: a table with a row for each field of the form, and a button beneath.
final class JourneyViewController: UIViewController, UITableViewDataSource {
    private let run: any FormRun
    private let node: @MainActor () -> Node?
    private let ownRows: @MainActor (Set<FormField.ID>) -> Void
    private let ended: @MainActor (UIViewController) -> Void
    private let table = UITableView(frame: .zero, style: .plain)
    private let button = FRButton(frame: .zero)
    private let passkeyButton = FRButton(frame: .zero)
    private let loading = FRLoadingView(
        size: CGSize(width: 120, height: 120), showDropShadow: true, showDimmedBackground: true, loadingText: nil)

    init(
        _ run: any FormRun, node: @escaping @MainActor () -> Node?, ownRows: @escaping @MainActor (Set<FormField.ID>) -> Void,
        ended: @escaping @MainActor (UIViewController) -> Void
    ) {
        self.run = run
        self.node = node
        self.ownRows = ownRows
        self.ended = ended
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel, primaryAction: UIAction { [run] _ in run.cancel(with: AuthError.authenticationCancelled) })
        table.dataSource = self
        table.separatorStyle = .none
        table.allowsSelection = false
        button.setTitle("Next", for: .normal)
        button.addAction(UIAction { [run] _ in Task { await run.send() } }, for: .touchUpInside)
        passkeyButton.setTitle("Sign in with a passkey", for: .normal)
        passkeyButton.addAction(UIAction { [run] _ in Task { await run.usePasskey() } }, for: .touchUpInside)
        layOut()
        run.changed = { [weak self] in self?.update() }
        Task { [run] in await run.begin() }
    }

    private func layOut() {
        let logo = UIImageView(image: FRUI.shared.logoImage)
        logo.contentMode = .scaleAspectFit
        logo.isHidden = FRUI.shared.logoImage == nil
        let stack = UIStackView(arrangedSubviews: [logo, table, passkeyButton, button])
        stack.axis = .vertical
        stack.spacing = 12
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let margins = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
            stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor, constant: 16),
            stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor, constant: -16),
            stack.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor, constant: -16),
            button.heightAnchor.constraint(equalToConstant: 48),
            passkeyButton.heightAnchor.constraint(equalToConstant: 48),
        ])
    }

    private func update() {
        guard !run.hasEnded else { return ended(self) }
        if run.isWorking { loading.add(inView: view) }
        if run.isWorking { loading.startLoading() } else { loading.stopLoading() }
        title = run.form?.title
        ownRows(Set(fields.filter { CallbackTableViewCellFactory.shared.isRegistered(callback(of: $0)) }.map(\.id)))
        button.isHidden = run.form?.ending != .button
        passkeyButton.isHidden = run.form?.suggestsPasskey != true
        table.reloadData()
    }

    private var fields: [FormField] { run.form?.fields ?? [] }

    private func callback(of field: FormField) -> Callback? {
        guard let all = node()?.all, all.indices.contains(field.id) else { return nil }
        return all[field.id]
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { fields.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let field = fields[indexPath.row]
        if let callback = callback(of: field), let node = node(),
            let cell = CallbackTableViewCellFactory.shared.cell(for: callback, in: tableView, of: self, node)
        {
            return cell
        }
        return FieldCell(
            field, changed: { [run] in run.form?[$0.id] = $0 },
            pressed: { [run] option in Task { await run.press(option, of: field.id) } })
    }
}
#endif
