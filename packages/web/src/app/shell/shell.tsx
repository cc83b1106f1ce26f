import { ActionIcon, Burger, useMantineColorScheme } from "@mantine/core";
import { useDisclosure, useLocalStorage, useMediaQuery } from "@mantine/hooks";
import type { Permission } from "@offgrid/contract/core/access";
import { type MenuEntry, menu } from "@offgrid/contract/core/menu";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Link, Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { Fragment, type ReactNode, Suspense, lazy, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { ChartReadingsProvider } from "../../chart/chart-readings.ts";
import { useCall } from "../../core/api/use-call.ts";
import { loadChunk } from "../../core/chunk.ts";
import { config } from "../../core/config.ts";
import { idle } from "../../core/idle.ts";
import { followUnits } from "../../core/own-units.ts";
import { startLive } from "../../core/live/live.ts";
import { InMain } from "../../core/page-frame.tsx";
import { useIsThere, useMenuId } from "../../core/screen.ts";
import { readingsOfChart } from "../../features/charts/view/later-readings.tsx";
import { signOut } from "../../features/session/session.data.ts";
import { AwayIsSaid } from "../../core/away-said.ts";
import { PortalMark } from "../../ui/portal-mark.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Confirmation } from "./confirmation.tsx";
import { besideMenu, keepsRight } from "./frame.ts";
import { initialsOf } from "./initials.ts";
import { LanguageBanner } from "./language-banner.tsx";
import { LinkBanner } from "./link-banner.tsx";
import { LanguageSelect } from "./language-select.tsx";
import { markedPath, offeredEntries } from "./menu-entries.ts";
import { usePaperColors } from "./paper-colors.ts";
import { usePrintKey } from "./print-key.ts";
import { PaperNote } from "./paper-note.tsx";
import { useSaveSetting, useShellData } from "./shell.data.ts";
import classes from "./shell.module.css";
import { RouteProgress } from "./route-progress.tsx";
import { ShellKeys } from "./shell-keys-host.tsx";
import { SideMenu } from "./side-menu.tsx";
import { TourHost } from "./tour-host.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { visibleEntries } from "../../domain/menu/visible-entries.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { touchable } from "../../ui/touchable.ts";

// What a click opens or a message brings need not delay the first picture: it comes when the browser is idle.
const loadNotices = () => loadChunk(() => import("./notices.tsx"));
const loadToast = () => loadChunk(() => import("../../ui/toast.tsx"));
const Notices = lazy(() =>
  idle()
    .then(loadNotices)
    .then((part) => ({ default: part.Notices })),
);
const ContainerSearch = lazy(() =>
  idle()
    .then(() => loadChunk(() => import("./container-search.tsx")))
    .then((part) => ({ default: part.ContainerSearch })),
);
// The connection whose state it shows begins then, too.
const LinkChip = lazy(() =>
  idle()
    .then(() => loadChunk(() => import("./link-chip.tsx")))
    .then((part) => ({ default: part.LinkChip })),
);
const HeaderMenus = lazy(() =>
  idle()
    .then(() => loadChunk(() => import("./header-menus.tsx")))
    .then((part) => ({ default: part.HeaderMenus })),
);
const AboutDialog = lazy(() =>
  loadChunk(() => import("./about-dialog.tsx")).then((part) => ({ default: part.AboutDialog })),
);
const MenuDrawer = lazy(() =>
  loadChunk(() => import("./menu-drawer.tsx")).then((part) => ({ default: part.MenuDrawer })),
);

/**
 * The main layout: side menu, top bar, content, notices; on phones a drawer and a bottom bar.
 * @param children In the place of the screen that the address names.
 */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("shell");
  const data = useShellData();
  useShellEffects(data);
  const drawing = followUnits(data.user?.units);
  // The path alone: a parameter that changes concerns the screen, not what is around it.
  const pathname = useLocation({ select: (location) => location.pathname });
  const phone = useIsPhone();
  const [rail, setRail] = useLocalStorage({
    key: "offgrid.menu-rail",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawer, drawerControls] = useDisclosure(false);
  const [about, aboutControls] = useDisclosure(false);

  const { isThere, ...places } = usePlaces(data, pathname);
  const save = useOwnSetting();
  const sideMenu = (narrow: boolean) => (
    <SideMenu
      {...places}
      pathname={pathname}
      unread={data.unread}
      rail={narrow}
      onNavigate={drawerControls.close}
      onShow={(id) => save({ menu: [...(data.setting?.menu ?? []), id] })}
    />
  );
  const burger = (
    <Burger opened={drawer} onClick={drawerControls.toggle} size="sm" style={touchable} aria-label={t("open_menu")} />
  );
  return (
    <>
      <a className={`og-no-print ${classes.skip}`} href="#content">
        {t("skip")}
      </a>
      <RouteProgress />
      <div className={classes.frame} {...(!phone && { style: besideMenu(rail) })}>
        <header className={`og-no-print ${keepsRight} ${classes.edge} ${classes.top}`}>
          <TopBar
            data={data}
            entries={places.entries}
            toggle={phone ? burger : <RailToggle rail={rail} onToggle={() => setRail(!rail)} />}
            onAbout={aboutControls.open}
          />
        </header>
        {!phone && (
          <nav className={`og-no-print ${classes.edge} ${classes.side}`} aria-label={t("main_menu")} data-tour="menu">
            {sideMenu(rail)}
          </nav>
        )}
        <Content>
          <Fragment key={drawing}>
            {/* What a screen still waits for takes neither menu nor bar away. */}
            <Suspense fallback={null}>{children ?? <Outlet />}</Suspense>
          </Fragment>
        </Content>
        {phone && (
          <nav className={`og-no-print ${keepsRight} ${classes.edge} ${classes.bottom}`} aria-label={t("more")}>
            <BottomBar
              pathname={pathname}
              isThere={isThere}
              warnings={data.unread.warnings}
              onMore={drawerControls.open}
            />
          </nav>
        )}
      </div>
      <Confirmation />
      <TourHost onEnd={(tour) => save({ tour })} />
      <ShellKeys
        isOn={data.setting?.shortcuts !== false}
        entries={[...places.entries, ...places.offered]}
        isThere={isThere}
        onTheme={(theme) => save({ theme })}
      />
      <Suspense fallback={null}>
        <Notices frame={phone ? undefined : besideMenu(rail)} />
      </Suspense>
      <LaterDialog onClose={drawerControls.close}>
        {phone && drawer && <MenuDrawer onClose={drawerControls.close}>{sideMenu(false)}</MenuDrawer>}
      </LaterDialog>
      <LaterDialog onClose={aboutControls.close}>
        {about && <AboutDialog onClose={aboutControls.close} answer={data.version} />}
      </LaterDialog>
    </>
  );
}

/** What is done for as long as someone is signed in, whatever the screen. */
function useShellEffects({ setting, user }: ReturnType<typeof useShellData>): void {
  useOwnLook(setting);
  useRightsOfPage(user);
  usePaperColors();
  usePrintKey();
  useEffect(startLive, []);
  // Where it cannot be loaded, there is no connection to fetch anything else by.
  useEffect(() => void import("../fetch-rest.ts").then(({ fetchRest }) => fetchRest()).catch(() => {}), []);
}

/** The screen below what is said of the connection. */
function Content({ children }: { children: ReactNode }) {
  return (
    <main id="content" className={classes.main} tabIndex={-1}>
      <BannerOfList />
      <LanguageBanner />
      <PaperNote />
      <div className={classes.content}>
        <InMain>
          <AwayIsSaid value={true}>
            <ChartReadingsProvider value={readingsOfChart}>{children}</ChartReadingsProvider>
          </AwayIsSaid>
        </InMain>
      </div>
    </main>
  );
}

/** Apart, since the list changes with every message that a container sends, and nothing else here does. */
function BannerOfList() {
  const { dataUpdatedAt } = useCall("getSitesV2", {});
  return <LinkBanner dataAtMs={dataUpdatedAt} />;
}

/** The entries of the menu, those that could be switched on, and which one is marked. */
function usePlaces({ user, setting }: ReturnType<typeof useShellData>, pathname: string) {
  const isThere = useIsThere();
  const menuId = useMenuId();
  const person = {
    excludes: user?.excludes ?? [],
    switchedOn: setting?.menu ?? [],
    permissions: (user?.permissions ?? []) as Permission[],
    isThere,
  };
  const entries = visibleEntries(menu, person);
  // Before the setting has arrived, nobody knows what is switched on.
  const offered = setting ? offeredEntries(menu, person) : [];
  return { isThere, entries, offered, marked: markedPath(entries, pathname, menuId) };
}

/** Saves a setting of the signed-in person; a failure is announced. */
function useOwnSetting() {
  const { t } = useTranslation("shell");
  return useSaveSetting(() => void loadToast().then(({ sayFailure }) => sayFailure(t("setting_failed")))).mutate;
}

interface TopBarProps {
  data: ReturnType<typeof useShellData>;
  /** Of the menu. */
  entries: readonly MenuEntry[];
  /** What opens the menu, or makes it narrow. */
  toggle: ReactNode;
  onAbout: () => void;
}

/** Brand, search, state of the connection, language and the menus of help and account. */
function TopBar({ data, entries, toggle, onAbout }: TopBarProps) {
  const phone = useIsPhone();
  const save = useOwnSetting();
  return (
    <div className={classes.bar}>
      {toggle}
      <Link to="/" className={classes.brand}>
        <PortalMark size={28} {...(phone && { stretch: 1.5 })} />
        <span className={phone ? "visually-hidden" : "og-ellipsis"}>{config.portalName}</span>
      </Link>
      <Suspense fallback={<div className={`og-frame ${classes.search}`} style={{ height: 36 }} />}>
        <ContainerSearch />
      </Suspense>
      <div className="og-row og-tight">
        <Suspense fallback={<div style={phone ? { width: 44, height: 44 } : { width: 66, height: 28 }} />}>
          <LinkChip failed={data.failed} />
        </Suspense>
        {!phone && <LanguageSelect />}
        <Suspense fallback={<div style={{ width: 140, height: 44 }} />}>
          <HeaderMenus
            bell={{ entries, unread: data.unread }}
            onAbout={onAbout}
            user={{
              email: data.email,
              initials: initialsOf(data.user),
              avatar: data.avatar,
              onTheme: (theme) => save({ theme }),
              onSignOut: () => void signOut(),
            }}
          />
        </Suspense>
      </div>
    </div>
  );
}

/** Makes the side menu narrow or wide. */
function RailToggle({ rail, onToggle }: { rail: boolean; onToggle: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--og-text)"
      size={36}
      aria-label={t(rail ? "expand" : "collapse")}
      aria-expanded={!rail}
      onClick={onToggle}
    >
      {rail ? <IconLayoutSidebarLeftExpand size={22} /> : <IconLayoutSidebarLeftCollapse size={22} />}
    </ActionIcon>
  );
}

/**
 * Theme and density that the person saved; the theme on this machine follows them. Where the browser forces its own
 * colours, what is drawn takes those of the theme that goes with them.
 */
function useOwnLook(setting: ReturnType<typeof useShellData>["setting"]): void {
  const { setColorScheme } = useMantineColorScheme();
  const theme = setting?.theme;
  const isForced = useMediaQuery("(forced-colors: active)", undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    if (theme) setColorScheme(theme === "system" || isForced ? "auto" : theme);
  }, [theme, isForced, setColorScheme]);
  useEffect(() => {
    document.documentElement.dataset["density"] = setting?.density ?? "comfortable";
  }, [setting?.density]);
}

/** If rights change while a page is open, this decides again whether it may be open. */
function useRightsOfPage(user: ReturnType<typeof useShellData>["user"]): void {
  const router = useRouter();
  const rights = user && JSON.stringify([user.excludes, user.mustSetUpTwoStep]);
  const judged = useRef(rights);
  useEffect(() => {
    if (rights === undefined || judged.current === rights) return;
    judged.current = rights;
    void router.invalidate();
  }, [rights, router]);
}
