extension HTMLReport {
  package static let style = """
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 1180px; padding: 24px; background: var(--page); color: var(--ink);
      font: 15px/1.45 system-ui, "Liberation Sans", sans-serif; }
    h1 { font-size: 26px; margin: 0 0 16px; }
    h2 { font-size: 18px; margin: 36px 0 10px; }
    h3 { font-size: 15px; margin: 18px 0 6px; }
    small, .place { color: var(--soft); font-size: 12.5px; }
    .place { white-space: nowrap; }
    .verdict { font-size: 15px; font-weight: 600; padding: 4px 12px; border-radius: 999px; vertical-align: 4px;
      color: var(--on-colour); margin-left: 8px; }
    .good { color: var(--good); } .bad { color: var(--wrong); }
    .verdict.good { background: var(--good); } .verdict.bad { background: var(--wrong); }
    .verdict.good, .verdict.bad { color: var(--on-colour); }
    em { font-style: normal; font-size: 12px; border: 1px solid currentColor; border-radius: 4px; padding: 0 5px;
      color: var(--wrong); white-space: nowrap; }
    .tiles { display: flex; flex-wrap: wrap; gap: 10px; margin: 0; }
    .tiles div { background: var(--panel); border-radius: 8px; padding: 10px 16px; min-width: 104px; }
    .tiles dt { color: var(--soft); font-size: 12.5px; } .tiles dd { margin: 0; font-size: 22px; font-weight: 600; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-size: 12.5px; font-weight: 600; color: var(--soft); white-space: nowrap; }
    th, td { padding: 6px 14px 6px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
    .figures td:not(:first-child):not(:nth-child(4)), .figures th:not(:first-child) { text-align: right; }
    .figures td { font-variant-numeric: tabular-nums; }
    .code { overflow-wrap: anywhere; }
    .bar { display: inline-block; width: 110px; height: 10px; border-radius: 5px; background: var(--wrong);
      overflow: hidden; vertical-align: 0; }
    .bar i { display: block; height: 100%; background: var(--right); }
    .figures-row { display: flex; flex-wrap: wrap; gap: 18px 28px; }
    figure { margin: 0; max-width: 100%; overflow-x: auto; }
    figcaption { font-weight: 600; margin-bottom: 4px; }
    pre { background: var(--panel); border-radius: 8px; padding: 12px 16px; overflow-x: auto; font-size: 13px; }
    summary { cursor: pointer; color: var(--soft); margin-top: 36px; }
    """
}
