/** `npm run register -- --name "Lodwar clinic"`: adds a container and prints its id and, this once, its secret. */
import "@offgrid/server/register";
