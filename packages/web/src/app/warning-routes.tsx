import { historySearch, newRuleSearch, rulesSearch } from "../features/warnings/warnings.search.ts";
import { screen } from "./screen-route.tsx";

const ruleTexts = ["warnings", "automation-words", "container"] as const;
/** Where a rule is written it is also tried out. */
const editorTexts = [...ruleTexts, "rule-trials", "chart"] as const;

/** The screens of warnings and of the rules that raise them. */
export const warningScreens = [
  screen({
    path: "/warning/add",
    name: "warning_add",
    menuId: "9_2_1",
    needs: "registerWarning",
    search: newRuleSearch,
    texts: editorTexts,
    load: () => import("../features/warnings/rule.page.tsx"),
    page: "NewRulePage",
  }),
  screen({
    path: "/warning/history",
    name: "warnings",
    menuId: "6",
    needs: "getWarningHistory",
    search: historySearch,
    texts: [
      "warning-history",
      "incidents",
      "works",
      "configuration",
      "automation-words",
      "command-words",
      "container",
      "event-words",
    ],
    load: () => import("../features/warnings/history.page.tsx"),
    page: "HistoryPage",
  }),
  screen({
    path: "/warning/list",
    name: "warning_rules",
    menuId: "9_2_1",
    needs: "getWarningConfiguration",
    search: rulesSearch,
    texts: ruleTexts,
    load: () => import("../features/warnings/rules.page.tsx"),
    page: "RulesPage",
  }),
  screen({
    path: "/warning/other-users",
    name: "others_warning_rules",
    menuId: "9_2_2",
    needs: "getUsersWarningConfig",
    search: rulesSearch,
    texts: ruleTexts,
    load: () => import("../features/warnings/others.page.tsx"),
    page: "OthersPage",
  }),
  screen({
    path: "/warning/{-$slug}",
    name: "warning_rule",
    menuId: "9_2_1",
    needs: "getWarningConfiguration",
    list: "/warning/list",
    texts: editorTexts,
    load: () => import("../features/warnings/rule.page.tsx"),
    page: "RulePage",
  }),
] as const;
