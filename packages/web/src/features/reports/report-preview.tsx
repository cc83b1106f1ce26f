import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReportFile } from "@offgrid/contract/reports/report-choices";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { Async } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { type Preview, type ReportPlan, savePreviewFile, usePreview } from "./reports.data.ts";

interface Props {
  plan: ReportPlan;
  /** What the button says that closes it. */
  back: string;
  onClose: () => void;
}

/** The mail as it would be sent now, and its files; nothing is sent. */
export function ReportPreview({ plan, back, onClose }: Props) {
  const { t } = useTranslation("reports");
  return (
    <Dialog title={t("preview.title", { name: plan.name })} size="auto" onClose={onClose}>
      <div className="og-stack" style={{ width: 720, maxWidth: "100%" }}>
        <p className="og-note og-flush">{t("preview.why")}</p>
        <Asked plan={plan} />
        <div>
          <Button variant="default" onClick={onClose}>
            {back}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Within the dialog, which may come later than the answer. */
function Asked({ plan }: Pick<Props, "plan">) {
  const { t } = useTranslation("reports");
  const preview = usePreview(plan);
  if (preview.error instanceof ApiError && preview.error.code === "not_found")
    return (
      <p className="og-flush og-amber" role="alert">
        {t("notTested.not_found")}
      </p>
    );
  return (
    <Async of={preview} height={360} skeleton={<p className="og-note og-flush">{t("preview.making")}</p>}>
      {({ skip, files, letter }) => (
        <div className="og-stack">
          <Unsent plan={plan} skip={skip} />
          <Files plan={plan} files={files} />
          <Letter letter={letter} language={plan.language} />
        </div>
      )}
    </Async>
  );
}

/** Why nothing would be sent now. */
function Unsent({ plan: { condition }, skip }: { plan: ReportPlan; skip: Preview["skip"] }) {
  const { t } = useTranslation("reports");
  if (skip === null) return null;
  const isUnmet = skip === "condition" && (condition === "data" || condition === "raised");
  return (
    <p className="og-flush og-amber" role="status">
      {isUnmet ? t(`preview.unmet.${condition}`) : t("preview.no_address")}
    </p>
  );
}

function Files({ plan, files }: { plan: ReportPlan; files: readonly ReportFile[] }) {
  const { t } = useTranslation("reports");
  if (files.length === 0) return <p className="og-note og-flush">{t("preview.noFiles")}</p>;
  return (
    <div className="og-wrap og-tight" role="group" aria-label={t("form.files")}>
      {files.map((format) => (
        <FileButton key={format} plan={plan} format={format} />
      ))}
    </div>
  );
}

function FileButton({ plan, format }: { plan: ReportPlan; format: ReportFile }) {
  const { t } = useTranslation("reports");
  const take = useAct(() => savePreviewFile(plan, format).catch(() => sayFailure(t("preview.failed"))));
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={take.isRunning}
      onClick={() => void take.run()}
    >
      {t(`file.${format}`)}
    </Button>
  );
}

/** Part by part as mail programs show it, in the language of the report. */
function Letter({ letter, language }: { letter: Preview["letter"]; language: string }) {
  const { t } = useTranslation("reports");
  const { subject, hello, name, days, about, notes, figures, tables, query, open, why, stop } = letter;
  return (
    <section aria-label={t("preview.mail")} className="og-card og-stack" style={{ padding: 16 }}>
      <p className="og-flush og-anywhere">
        <span className="og-muted">{t("preview.subject")}</span> <strong lang={language}>{subject}</strong>
      </p>
      <div className="og-stack" lang={language}>
        {hello !== null && <p className="og-flush">{hello}</p>}
        <div>
          <h3 className="og-title og-anywhere">{name}</h3>
          {[days, ...about].map((part, index) => (
            <p key={index} className="og-note og-flush">
              {part}
            </p>
          ))}
        </div>
        {notes.map((note, index) => (
          <p key={index} className="og-flush">
            <strong>{note}</strong>
          </p>
        ))}
        {figures.length > 0 && <Figures figures={figures} name={name} />}
        {tables.map((table, index) => (
          <LetterTable key={index} table={table} />
        ))}
        <p className="og-flush">
          <a className="og-link" href={open.link} target="_blank" rel="noreferrer">
            {open.label}
          </a>
        </p>
        <p className="og-note og-flush">{query}</p>
        <p className="og-note og-flush">
          {why}
          {stop !== null && (
            <>
              <br />
              {stop}
            </>
          )}
        </p>
      </div>
    </section>
  );
}

function Figures({ figures, name }: Pick<Preview["letter"], "figures" | "name">) {
  return (
    <ScrollBox label={name}>
      <table className="og-table">
        <tbody>
          {figures.map(({ label, value, note }, index) => (
            <tr key={index}>
              <th scope="row">
                {label}
                <br />
                <span className="og-note">{note}</span>
              </th>
              <td className="og-amount">
                <strong>{value}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** From so many columns on, a phone has no room for them. */
const manyColumns = 4;

function LetterTable({ table }: { table: Preview["letter"]["tables"][number] }) {
  const isPhone = useIsPhone();
  return (
    <div>
      <h4 className="og-title">{table.title}</h4>
      {isPhone && table.heads.length >= manyColumns ? <RowLines {...table} /> : <Columns {...table} />}
    </div>
  );
}

type TableProps = Preview["letter"]["tables"][number];

/** Cells below the name of their row, each under what it is of. */
function RowLines({ title, heads, rows }: TableProps) {
  return (
    <ul className="og-plain-list og-lined" aria-label={title}>
      {rows.map(([name, ...cells], row) => (
        <li key={row} style={{ paddingBlock: 8 }}>
          <strong className="og-medium og-anywhere">{name}</strong>
          <dl className="og-facts og-grid" style={columns(120, { gap: "4px 16px" })}>
            {cells.map((cell, index) => (
              <div key={index}>
                <dt>{heads[index + 1]}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Columns({ title, heads, rows }: TableProps) {
  return (
    <ScrollBox label={title}>
      <table className="og-table">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col" className={index === 0 ? undefined : "og-amount"}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} className={index === 0 ? undefined : "og-amount"}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
