"""Documents of invented people, and photographs of them, all from seeds.

No page imitates the design of a state or of a vendor: paper, lines, labels and portrait are drawn by rules.
"""
