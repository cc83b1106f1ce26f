/** The routes and calls that the customer's specification names, so that none of them is lost (`npm run check -- spec`). */
export interface Specified {
  /** As the specification writes them: `{slug}` stands for an id, `{slug?}` for one that may be left out. */
  routes: readonly string[];
  /** Names of calls, without a slash before them. */
  calls: readonly string[];
}

export const specified: Specified = {
  routes: [
    ..."/ /charts /charts/add /charts/{slug} /clusters /containers /containers/new /containers/{slug}".split(" "),
    ..."/events /favorites /forgot-pass /inspire /login /reset-pass".split(" "),
    ..."/settings /settings/general /settings/kit-size /settings/manage-devices /solar/template".split(" "),
    ..."/tickets /tickets/{slug} /under-construction /widgets /widgets/{slug} /widgets/create/{slug?}".split(" "),
    ..."/automation/list /automation/{slug?}".split(" "),
    ..."/users/add /users/list /users/profile /users/role /users/verify /users/{slug?}".split(" "),
    ..."/warning/add /warning/history /warning/list /warning/other-users /warning/{slug?}".split(" "),
  ],
  calls: [
    ..."auth/local/register login verification getCurrentUserInfo createNewUser updateUserContainerList".split(" "),
    ..."assignUser getUserInfo saveUserAccount editPassword removeUser sendVerifyUser confirmPassword".split(" "),
    ..."getUserSetting saveUserSetting".split(" "),
    ..."getSites getSitesV2 getContainerInfo getContainerInfoV2 getContainerInfoV3 getContainerInfoV4".split(" "),
    ..."getContainerSetting getContainerCharts getContainerLiveData setContainerControlAdam".split(" "),
    ..."registerNewContainer removeContainer rebootContainer updateRebootSchedule".split(" "),
    ..."getNewestContainerVersion upgradeContainer getAppVersion getAcStatus getDeviceStatus".split(" "),
    ..."getDeviceTypes getDeviceSetting setDeviceSetting getOfflineSetting saveOfflineSetting".split(" "),
    ..."getConfiguration setConfiguration uuidGet containerIdGet".split(" "),
    ..."getChartData getGeneration getConsumption setChartToken getChartToken getSolcastQuery".split(" "),
    ..."setForecast getWeather".split(" "),
    ..."getNotifications registerLive registerLiveNotification registerWarning deleteWarning".split(" "),
    ..."getWarningConfiguration getUsersWarningConfig getWarningHistory getWarningContainerHistory".split(" "),
    ..."setWarningAsRead maskNotificationAsRead getNotificationsHistory getNotificationsUnread".split(" "),
    ..."getUnreadNotificationCount getWarningUnread getWarningUnreadCount maskAllWarningAsRead".split(" "),
    ..."maskAllNotificationAsRead".split(" "),
    ..."kitSet kitUpdate kitDelete kitGet getAdamLock setAdamLock getStreetLight setStreetLight".split(" "),
    ..."setSyncConfig syncPortalToController syncControllerToPortal getPhaseControlEvents".split(" "),
    ..."getPhaseControlConfiguration setPhaseControlConfiguration getAutoLoadProtection loadProtectGet".split(" "),
    ..."loadProtectSet saveInventoryIdSetting getInventoryIdSetting".split(" "),
    ..."ticketCreate ticketGet ticketGetList ticketUpdate getTicketHistory getTicketChat".split(" "),
    ..."updateTicketChat deleteTicketChat".split(" "),
  ],
};
