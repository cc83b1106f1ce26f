/** Apart from the topics, whose schemas the web app does not load. */
export const containerPath = "ui/container/{containerId}";
