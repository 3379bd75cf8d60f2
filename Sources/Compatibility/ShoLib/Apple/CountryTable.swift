#if canImport(UIKit)
import Foundation
import Primitives
import UIKit

/// The table of countries.
@MainActor
final class CountryTable: NSObject, UITableViewDataSource, UITableViewDelegate {
    let view: UITableView
    private var countries: [Country] = []
    private var choose: @MainActor (String) -> Void = { _ in }

    init(style: UITableView.Style = .plain) {
        view = UITableView(frame: .zero, style: style)
        super.init()
        view.dataSource = self
        view.delegate = self
    }

    /// Shows countries; none hide the table.
    func show(_ countries: [Country], _ choose: @escaping @MainActor (String) -> Void) {
        self.choose = choose
        view.isHidden = countries.isEmpty
        // The choice marks its row: the same table isn't read again.
        guard countries != self.countries else { return }
        self.countries = countries
        view.reloadData()
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { countries.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = countries[indexPath.row].name
        cell.textLabel?.textColor = ScreenColor.text.color
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { choose(countries[indexPath.row].code) }
}
#endif
