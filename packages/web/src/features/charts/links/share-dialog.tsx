import { linkLimits, longestRangeMs } from "@offgrid/contract/charts/chart-limits";
import { earlierTime } from "@offgrid/contract/charts/compared-time";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { linkPath } from "../../../core/i18n/locale.ts";
import { clockNow } from "../../../core/live/tick.ts";
import { columns } from "../../../ui/columns.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { focusMistyped, focusWrong } from "../../../ui/focus-wrong.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { type Period, rangeOf } from "../../../ui/period-range.ts";
import { useAct } from "../../../ui/use-act.ts";
import { browserZone } from "../../../ui/use-locale.ts";
import { type ChartLink, makeLink, type SavedChart } from "../../../domain/charts/charts.data.ts";
import { ComparedChoice } from "../builder/compared-choice.tsx";
import { PlaceChoice } from "../builder/place-choice.tsx";
import { SeenByPeople } from "./seen-by-people.tsx";
import { RangeFields } from "../../../ui/range-fields.tsx";
import { lastWords, ShareLinks } from "./share-links.tsx";
import { isPlaced, useChartZone } from "../view/use-chart-zone.ts";

type LinkRange = ChartLink["range"];
type Kind = LinkRange["kind"];

const dayMs = 86_400_000;
const rollingHours = [1, 7, 30, 90, 365].map((days) => 24 * days);
/** The rolling days that are nearest to what a chart looks back at. */
const daysOf: Readonly<Record<Period, number>> = {
  ...{ today: 1, yesterday: 1, day: 1, begin_of_day: 1, week: 7, "7_days": 7, begin_of_week: 7 },
  ...{ month: 30, "30_days": 30, begin_of_month: 30, year: 365, begin_of_year: 365, custom: 7 },
};
const expiryDays = [1, 7, linkLimits.usualDays, 90, linkLimits.mostDays] as const;

/** Makes links to a chart for people without an account, shows what they would see, and ends links. */
export function ShareDialog({ chart, onClose }: { chart: SavedChart; onClose: () => void }) {
  const { t } = useTranslation("charts");
  return (
    <Dialog size="xl" onClose={onClose} title={t("share.title", { name: chart.definition.name })}>
      <div className="og-stack">
        <p className="og-note og-flush">{t("share.why")}</p>
        <ShareLinks chart={chart} />
        <NewLink chart={chart} />
      </div>
    </Dialog>
  );
}

interface Span {
  from: number;
  to: number;
}

/** That of the chart, else the last seven days. */
function spanAtFirst({ from, to }: SavedChart["definition"], zone: string): Span {
  if (from !== undefined && to !== undefined) return { from, to };
  const week = rangeOf({ period: "7_days" }, clockNow(), zone);
  return { from: week.fromMs, to: week.toMs };
}

function useNewLink({ id: chartId, definition }: SavedChart) {
  // Whoever chose a time for the chart means that one, and not the days before any moment at which it is looked at.
  const [kind, setKind] = useState<Kind>(
    definition.period === "custom" && definition.to !== undefined ? "fixed" : "rolling",
  );
  const [hours, setHours] = useState(24 * daysOf[definition.period]);
  const [expiry, setExpiry] = useState<number>(linkLimits.usualDays);
  const [flags, setFlags] = useState({ names: false, csv: false });
  const [withCompared, setCompared] = useState(false);
  const [password, setPassword] = useState("");
  const [place, setPlace] = useState<{ container?: string; cluster?: string }>({});
  const zone = useChartZone(definition, place);
  const [chosenSpan, setSpan] = useState<Span>();
  const span = chosenSpan ?? spanAtFirst(definition, zone ?? browserZone);
  const isWhole = isPlaced(definition, place) && (kind === "rolling" || zone !== undefined);
  const compared = earlierTime(definition);
  const range: LinkRange = kind === "rolling" ? { kind, hours } : { kind, ...span };
  const link = {
    ...{ chartId, range },
    ...flags,
    ...(withCompared && compared !== undefined && { compared }),
    ...(place.container !== undefined && { containerId: place.container }),
    ...(place.cluster !== undefined && { clusterId: place.cluster }),
  };
  return {
    kind,
    setKind,
    hours,
    setHours,
    expiry,
    setExpiry,
    flags,
    setFlags,
    compared,
    withCompared,
    setCompared,
    password,
    setPassword,
    place,
    setPlace,
    span,
    setSpan,
    zone,
    isWhole,
    link,
  };
}

function NewLink({ chart }: { chart: SavedChart }) {
  const { t } = useTranslation("charts");
  const form = useNewLink(chart);
  const panel = useRef<HTMLElement>(null);
  const { expiry, place, isWhole, link, password } = form;
  const [wasTried, setTried] = useState(false);
  const [made, setMade] = useState<{ url: string; password: string }>();
  const make = useAct(async () => {
    const expiresAt = new Date(clockNow() + expiry * dayMs).toISOString();
    const { token } = await makeLink({ ...link, expiresAt, ...(password !== "" && { password }) });
    // It names no language: whoever opens it has their own.
    setMade({ url: `${location.origin}${linkPath}#${token}`, password });
  });
  const setPassword = (next: string) => {
    make.forget();
    form.setPassword(next);
  };
  const isKnown = make.error instanceof ApiError && make.error.fields?.["password"] !== undefined;
  return (
    <section ref={panel} className="og-stack" aria-label={t("share.new")}>
      <h3 className="og-title">{t("share.new")}</h3>
      <PlaceChoice
        definition={chart.definition}
        containerId={place.container}
        clusterId={place.cluster}
        onChange={(next) => form.setPlace({ ...place, ...next })}
      />
      <LinkFields form={form} password={{ value: password, isKnown, wasTried, onChange: setPassword }} />
      <SeenByPeople
        definition={chart.definition}
        container={place.container}
        isNamed={form.flags.names}
        link={isWhole ? link : undefined}
      />
      {/* What is above it is higher than most windows. */}
      <div className="og-box og-foot og-close-stack" style={{ bottom: 0 }}>
        {!isKnown && <FormFailure error={make.error} />}
        {made === undefined ? (
          <div>
            <Button
              loading={make.isRunning}
              disabled={!isWhole}
              onClick={() => {
                if (focusMistyped(panel.current)) return;
                setTried(isShort(password));
                if (isShort(password)) focusWrong(panel.current);
                else void make.run();
              }}
            >
              {t("share.make")}
            </Button>
          </div>
        ) : (
          <Made {...made} />
        )}
      </div>
    </section>
  );
}

/** There is one, and it is not long enough. */
const isShort = (password: string) => password !== "" && password.length < linkLimits.shortestPassword;

function LinkFields({ form, password }: { form: ReturnType<typeof useNewLink>; password: LinkPasswordProps }) {
  const { t } = useTranslation("charts");
  const { kind, hours, expiry, flags, span, zone } = form;
  return (
    <>
      <div className="og-grid og-mid" style={columns(200)}>
        <NativeSelect
          label={t("share.range")}
          value={kind === "rolling" ? String(hours) : kind}
          data={[
            ...rollingHours.map((value) => ({ value: String(value), label: lastWords(value, t) })),
            ...(["fixed", "picker"] as const).map((value) => ({ value, label: t(`share.kind.${value}`) })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            form.setKind(value === "fixed" || value === "picker" ? value : "rolling");
            if (rollingHours.some((one) => String(one) === value)) form.setHours(Number(value));
          }}
        />
        <NativeSelect
          label={t("share.expiry")}
          value={String(expiry)}
          data={expiryDays.map((value) => ({ value: String(value), label: t("share.days", { count: value }) }))}
          onChange={(event) => form.setExpiry(Number(event.currentTarget.value))}
        />
      </div>
      {kind !== "rolling" && zone !== undefined && (
        <RangeFields
          fromMs={span.from}
          toMs={span.to}
          zone={zone}
          within={{ fromMs: span.to - longestRangeMs, toMs: span.from + longestRangeMs }}
          onChange={({ fromMs: from, toMs: to }) => form.setSpan({ from, to })}
        />
      )}
      <Checkbox
        label={t("share.names")}
        description={t("share.names_why")}
        checked={flags.names}
        onChange={(event) => form.setFlags({ ...flags, names: event.currentTarget.checked })}
      />
      <Checkbox
        label={t("share.csv")}
        checked={flags.csv}
        onChange={(event) => form.setFlags({ ...flags, csv: event.currentTarget.checked })}
      />
      {form.compared !== undefined && zone !== undefined && (
        <ComparedChoice
          compared={form.compared}
          range={form.link.range}
          zone={zone}
          isChosen={form.withCompared}
          onChange={form.setCompared}
        />
      )}
      <LinkPassword {...password} />
    </>
  );
}

interface LinkPasswordProps {
  value: string;
  /** The portal refused it, since others would guess it. */
  isKnown: boolean;
  /** It was to be made with what is here. */
  wasTried: boolean;
  onChange: (next: string) => void;
}

function LinkPassword({ value, isKnown, wasTried, onChange }: LinkPasswordProps) {
  const { t } = useTranslation("charts");
  const [wasLeft, setLeft] = useState(false);
  const rule = t("share.passwordRule", { count: linkLimits.shortestPassword });
  const short =
    (wasLeft || wasTried) && isShort(value)
      ? t("share.passwordShort", { count: linkLimits.shortestPassword })
      : undefined;
  return (
    <PasswordField
      kind="shared"
      style={{ maxWidth: 400 }}
      label={t("share.password")}
      rule={rule}
      error={isKnown ? t("share.passwordKnown") : short}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
    />
  );
}

/** The link itself and its password, which nobody can show again. */
function Made({ url, password }: { url: string; password: string }) {
  const { t } = useTranslation("charts");
  const link = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone: what copies the link is the next step.
  useEffect(() => link.current?.focus({ preventScroll: true }), [url]);
  return (
    <>
      <Copied field={link} label={t("share.url")} why={t("share.once")} value={url} act={t("share.copy")} />
      {password !== "" && (
        <Copied
          label={t("share.itsPassword")}
          why={t("share.passwordOnce")}
          value={password}
          act={t("share.copyPassword")}
        />
      )}
    </>
  );
}

interface CopiedProps {
  field?: RefObject<HTMLInputElement | null>;
  label: string;
  why: string;
  value: string;
  act: string;
}

function Copied({ field, label, why, value, act }: CopiedProps) {
  const { t } = useTranslation("charts");
  const clipboard = useClipboard({ timeout: 4_000 });
  return (
    <div className="og-row og-top" style={{ alignItems: "end" }}>
      <TextInput
        ref={field}
        style={{ flex: 1 }}
        label={label}
        description={why}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => clipboard.copy(value)}>{clipboard.copied ? t("share.copied") : act}</Button>
    </div>
  );
}
