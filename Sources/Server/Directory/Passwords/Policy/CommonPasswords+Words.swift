extension CommonPasswords {
    /// The commonest passwords in lower case, a space between.
    ///
    /// From the list that comes with John the Ripper 1.9.0 (`password.lst`, last changed in 2011), compiled by Solar Designer of the
    /// Openwall Project, who says of it: "It is assumed to be in the public domain." Passwords of fewer than four characters and
    /// those that differ only in case are left out.
    static let words: StaticString = """
        !@#$% !@#$%^ !@#$%^& !@#$%^&* 0000 00000 000000 00000000 0007 007007 010203 012345 0123456 0123456789 0852 098765 0987654321
        101010 102030 1022 10sne1 1111 11111 111111 11111111 112233 11235813 1212 121212 1213 1214 1225 123123 123123123 123321 1234
        12345 123456 1234567 12345678 123456789 1234567890 12345678910 123456a 1234qwer 123654 123789 123abc 123go 123qwe 1313
        131313 1316 1332 13579 1412 141414 1430 147258 147258369 147852 147852369 151515 159357 159753 1701d 171717 1818 181818 1911
        1928 1948 1950 1952 1953 1955 1956 1960 1964 1969 1973 1975 1977 1978 1991 1996 1998 1a2b3c 1chris 1kitty 1q2w3e 1q2w3e4r
        1qaz2wsx 1qw23e 2000 2001 2020 202020 2112 21122112 212121 2200 2222 222222 2252 232323 242424 246810 252525 2580 2kids 3010
        3112 3141 333333 3533 3bears 4055 4444 444444 456123 456789 4788 4854 4runner 5050 50cent 5201314 5252 54321 5555 55555
        555555 5683 57chevy 6262 6301 654321 666666 6969 696969 741852 741852963 7777 777777 7777777 789456 789456123 7dwarfs
        8675309 87654321 888888 88888888 90210 987654 987654321 999999 99999999 999999999 @#$%^& a12345 a123456 a1b2c3 a1b2c3d4 aaaa
        aaaaaa aaliyah aardvark aaron abacab abbott abby abc123 abcd abcd123 abcd1234 abcde abcdef abcdefg abigail absolut access
        accord account acropolis action active acura adam adidas admin admin1 adrian adriana adrock aerobics africa agent airborne
        airwolf aki123 alaska albert alberto alejandra alejandro alex alex1 alexander alexandr alexandra alexis alfaro alfred
        alfredo alice alice1 alicia alien aliens alina aline alison allegro allen allison allo allstate aloha alpha alpha1 alpine
        altamira althea altima altima1 alyssa amanda amanda1 amazing amber amelia amelie america amigas amigos amistad amorcito
        amores amour anaconda anamaria anders anderson andre andre1 andrea andrea1 andreea andrei andres andrew andrew! andrew1
        andromeda andy angel angel1 angela angeles angelica angelina angelito angelo angels angie angie1 angus animal animals anita
        anna anne anneli annette annie antares anthony anthony1 antonio anything apache apollo apollo13 apple apple1 apple2 applepie
        apples april aptiva aqua aquarius aragorn archie ariana ariane ariel arizona arlene armando arnold arrow arsenal artemis
        arthur artist arturo asdf asdf1234 asdf;lkj asdfasdf asdfg asdfgh asdfghjk asdfghjkl asdfjkl asdfjkl; ashlee ashley ashley1
        ashraf ashton aspen asshole assmunch asterix athena attila august austin autumn avalon avatar avenger avenir awesome ayelet
        aylmer babes baby babyblue babyboo babyboy babydoll babyface babygirl babygirl1 babygurl babyko babylon5 babylove bach
        backup badboy badger badgirl bailey baller bambam bambi bamboo banana bananas bandit baraka barbara barbie barcelona barn
        barney barney1 barnyard barrett barry bart bartman baseball basf basil basket basketball bass bastard batista batman batman1
        bball beaches beagle beaner beanie beans bear bears beast beasty beatles beatrice beatriz beautiful beauty beaver beavis
        beavis1 bebe bebita becca beckham beer belgium belize bella belle belmont benfica benjamin benji benny benoit benson beowulf
        bernard bernardo bernie berry bertha beryl best bestfriend bestfriends beta betacam betsy betty bettyboop beyonce bharat
        bhebhe bianca bichon bigal bigben bigbird bigboss bigdog biggles bigmac bigman bigred biker bilbo bill billabong bills billy
        billy1 bimmer bingo binky biochem biology bird bird33 birdie birdy birthday biscuit bishop bismillah bitch bitch1 biteme
        bitter blabla black blackjack blah blahblah blanche blazer blessed blessing blinds blink182 bliss blitz blizzard blonde
        blondie blood blowfish blowjob blowme blue bluebird blueeyes bluefish bluejean blues bluesky boat bobby bobcat bogart bogey
        bogus bombay bond007 bonita bonjour bonnie bonzo boobie booboo booger boogie boomer booster boots bootsie boris bosco boss
        boston boulder bourbon bowwow boxer boxers bozo bradley brain branch brandi brandon brandon1 brandy braves brazil brenda
        brent brewster brian brianna bridge bridges bright britain britney brittany broadway broken broker bronco bronte brooke
        brooklyn brother bruce bruno brutus bryan bubba bubba1 bubble bubblegum bubbles bubbles1 buck bucks buddha buddy buddy1
        budgie buffalo buffett buffy bugs bugsy bull bulldog bullet bulls bullshit bunny burns burton business buster butch butler
        butter buttercup butterfly butterfly1 butthead button buttons buzz byron byteme c00per cactus caesar caitlin calendar
        calgary california calvin calvin1 camaro camay camel camera cameron camila camille campbell camping canada cancer candy
        canela cannon cannondale canon cantik capricorn captain carbon cardinal carebear carl carlitos carlos carmen carnage carol
        carol1 carole carolina caroline carolyn carrie carrot carter cascade casey casper cassandra cassie castle catalina catalog
        catch22 catdog catfish catherine cathy catnip cats catwoman cccccc cecile cecilia celeste celica celine celtic celtics
        cement center cesar cessna chacha chad chainsaw challenge chameleon champion champs chance chandler chanel chang change
        changeit changeme chantal chaos chapman charger charity charles charlie charlie1 charlotte charmed chat cheche cheerleader
        cheese chelsea chelsea1 cherry cheryl chess chester chester1 chevy cheyenne chiara chicago chichi chicken chico chiefs china
        chinacat chinook chip chiquita chivas chloe chocolat chocolate chouette chris chris1 chris123 chrisbrown christ christ1
        christia christian christin christina christine christmas christoph christopher christy chronos chubby chuck church cicero
        cinder cinderella cindy cindy1 cinema circuit cirque cirrus civic civil claire clancy clapton clark clarkson class classroom
        claude claudel claudia cleo cliff clipper clock cloclo clueless cobain cobra cocacola coco cody coffee coke colette colleen
        college colombia color colorado colors colt45 coltrane columbia comet commander compaq compton computer concept concorde
        confused connect connie connor conrad content control cook cookie cookie1 cookies cooking cool coolbean coolness cooper
        cooter copper cora corazon cordelia corky cornflake corona corrado corvette corwin cosmo cosmos cougar cougars country
        courier courtney cowboy cowboys cows coyote crack1 cracker craig crawford crazy creative crescent cricket cristian cristina
        cross crow crowley cruise crusader crystal cthulhu cuda cuddles cuervo cunningham cunt cupcake current curtis cuteako cuteme
        cutie cutiepie cutlass cyber cyclone cynthia cyrano daddy daddy1 daddysgirl daedalus dagger dagger1 daily daisie daisy
        dakota dale dallas damian dammit dana dance dancer dancing daniel daniel1 daniela danielle danny daphne dark1 darkangel
        darkman darkness darkstar darling darren darryl darwin dasha database dave david david1 davids dawn daytek dead deadhead
        dean death debbie deborah december decker deedee deeznuts delano delete delfin deliver delta demo demon denali denis denise
        dennis denny depeche derek desert design desiree deskjet destiny detroit deutsch devil devine devon dexter dharma diablo
        diamond diamonds diana diane dianne dickens dickhead diego diesel digger digital dilbert dillweed dinamo dipper director
        dirk disco disney dixie dixon doctor dodger dodgers dogbert doggy doitnow dollar dollars dolly dolphin dolphins dominic
        dominique domino donald donkey donna dontknow doogie dookie doom doom2 doors dork dorothy doudou doug dougie douglas
        downtown draft dragon dragon1 dragonfly dreamer dreams driver drowssap duck duckie dude dudley duke dumbass dundee dustin
        dusty dutch dutchess dwight dylan e-mail eagle eagle1 eagles easter eastern eclipse eddie edith edmund eduardo edward eeyore
        effie eieio eight einstein elaine electric element elephant elijah elina1 elissa elizabeth ella ellen elliot elsie elvis
        emerald emily eminem emmanuel emmitt empire energy engage england enigma enrique enter enterprise entropy eric eric1 erika
        erin ernie1 escort escort1 estelle esther estrella estrellita etoile eugene europe evelyn excalibur excel explore explorer
        export express faculty fairview faith falcon familia family family1 farmer farout farside fashion fatboy fatima faust
        fearless february feedback felipe felix fender fenris ferguson fernanda fernando ferrari ferret ferris fiction fidel figaro
        finance fiona fire fireball firebird fireman firenze first fish fish1 fisher fishes fishhead fishie fishing flamingo
        flanders flash fletch fletcher fleurs flight flip flipper flores florida florida1 flower flowerpot flowers floyd fluffy
        flute flyboy flyer foobar fool football football1 ford forest forever fortune forum forward foster fountain foxtrot fozzie
        france francesco francine francis francisco francois frank franka frankie franklin freak1 fred freddie freddy frederic free
        freebird freedom freeman french french1 friday friend friends friendship friendster frisco fritz frodo frog froggie froggies
        froggy frogs front242 frontier fubar fucker fuckface fuckme fuckoff fucku fuckyou fuckyou1 fuckyou2 fugazi funguy funtime
        future fuzz gabby gabriel gabriela gabriell gaby gaelic galaxy galileo gambit gambler games gammaphi ganda gandako gandalf
        gangsta gangster garcia garden garfield garfunkel gargoyle garlic garnet garth gary gasman gaston gateway gateway2 gatita
        gatito gator gator1 gemini general genesis genius george george1 georgia gerald gerard german germany germany1 geronimo
        getout ggeorge ghost giants gibbons gibson gigi gilbert gilgamesh gilles ginger giselle gizmo glenn glider1 glitter global
        gloria gmoney goat goaway goblin goblue gocougs godiva godzilla goethe gofish goforit gold golden goldfish golf golfer
        gollum gone goober good good-luck goodluck goofy google goose gopher gordon gorgeous grace gracie graham gramps grandma
        grant graphic grateful gravis gray greed green greenday greg greg1 gregory gremlin greta gretchen gretel gretzky grizzly
        groovy grover grumpy guess guest guido guinness guitar guitar1 gumby gundam gunner gustavo h2opolo hacker haggis haha hahaha
        hailey hal9000 hallo halloween hallowell hamid hamilton hamlet hammer hank hanna hannah hannah1 hansolo hanson happy happy1
        happy123 happyday hardcore harley harley1 haro harold harriet harris harrison harry harrypotter harvard harvey hawaii hawk
        hawkeye hawkeye1 hayden hazel health health1 heart hearts heather heather1 heather2 heaven hector hedgehog heidi heikki
        helen helena helene hell hello hello1 hello123 hello8 hellohello hellokitty help help123 helper helpme hendrix henry herbert
        herman hermes hermosa hernandez hershey herzog heythere highland hilbert hilda hillary hiphop histoire history hithere
        hitler hobbes hobbit hockey hola holiday holly hollywood home homebrew homer homerj honda honda1 honey honeyko hongkong
        hoops hoosier hootie hope horizon hornet horse horses hosehead hotdog hotmail hotrod hotstuff hottie hottie1 house houston
        howard huang hudson huey hugh hugo hummer hunter huskies hydrogen ib6ub9 ibanez icecream iceman idiot idontknow if6was9
        iforget iguana ihateyou ilmari ilovegod ilovehim ilovejesus iloveme iloveu iloveu2 iloveyou iloveyou! iloveyou1 iloveyou2
        image imagine imissyou impact impala indian indiana indigo indonesia info informix ingvar inlove insane inside insight
        instructor integra integral intern internet intrepid inuyasha iomega ireland irene irina iris irish irmeli ironman isaac
        isabel isabella isabelle isaiah island israel italia italy iubire iverson izzy j1l2t3 jack jackass jackie jackie1 jackson
        jacob jaguar jake jakey jamaica james james1 jamesbond jamie jamjam jane janet janice janine january japan jared jasmin
        jasmine jasmine1 jason jason1 jasper javier jayden jayjay jayson jazmin jazz jean jeanette jeanne jedi jeepster jeff jeffrey
        jeffrey1 jenifer jenni jennie jennifer jenny jenny1 jensen jeremiah jeremy jerome jerry jersey jesse jesse1 jessica jessica1
        jessie jester jesucristo jesus jesus1 jesuschrist jethro jethrotull jetta1 jewels jimbo jimbob jimi jimmy jkl123 joanie
        joanna joanne joel joelle joey johan johanna1 john john316 johncena johnny johnson jojo joker joker1 jonathan jordan jordan1
        jordan23 jordie jorge josee joseph josh joshua joshua1 josie journey joyce jubilee judith judy juhani jules julia julia2
        julian juliana julie julie1 julien juliet julius jumanji jumbo jump junebug junior juniper jupiter jussi justdoit justice
        justice4 justin justin1 justine justme kalamazoo kali kangaroo karen karen1 karin karina karine karla karma kate katerina
        katherine kathleen kathy katie katie1 katrina kayla kcin keeper keepout keith keith1 keller kelly kelly1 kelsey kendall
        kennedy kenneth kenny kerala kermit kerrya ketchup kevin kevin1 khan kidder kids killer kimberly king kingdom kingfish kings
        kirk kissa2 kisses kissme kitkat kitten kitty kittycat kiwi kkkkkk kleenex knicks knight koala koko kombat kramer kris
        kristen kristi kristin kristina kristine labtec lacrosse laddie lady ladybug lakers lalala lambda lamer lance larry larry1
        laser laserjet lassie1 laura laurel lauren laurie lawrence lawson lawyer leader leaf leanne leblanc ledzep legal legend
        legolas leland lemon leon leonard leonardo leslie lestat lester letmein letter letters lexus1 liberty libra library life
        light lights liliana lilmama lima lincoln linda lindsay lindsey linkinpark lionel lionking lions lipgloss lisa lissabon
        little liverpool lizard lizzie lizzy lloyd logan logger logical logos loislane loki lokita lola lolipop lolita lollipop
        lollypop london lonely lonestar longer longhorn looking looney loren lorena lori lorna lorraine lorrie loser lost lotus
        louis louise love love12 love123 lovebug lovelove lovely lovely1 loveme loveme1 lover lover1 loverboy lovers loves loveu
        loveya loveyou loving lucas lucia lucifer lucky lucky1 lucky14 lucky7 lucy lulu lupita lynn m1911a1 macha macintosh macross
        madalina maddie maddog madeline madison madmax madoka madonna maganda maggie magic magic1 magnum mahal mahalkita mahalko
        maiden mail mailer mailman maine major majordomo makeitso malcolm maldita malibu mallard mamita management manchester manson
        mantra manuel manutd marathon marc marcel marcos marcus margaret margarita maria maria1 mariah mariah1 marian mariana marie
        marie1 marielle marilyn marina marine mariner marino mario mariposa marisol marissa mark mark1 market marlboro marley marlon
        mars marshall mart martha martin martin1 martinez marty marvin mary maryjane master master1 math matrix matt matthew
        matthew1 matti1 mattingly maurice mauricio maverick maxime maxine maxmax maxwell mayday mazda1 meatloaf mech mechanic media
        medical megan meggie meister melanie melina melissa mellon melody melvin mememe memory memphis mensuck meow mercedes mercer
        mercury merde merlin merlot mermaid merrill metal metallic metallica mexico mhine miami miamor michael michael1 michal
        micheal michel michel1 michele michelle michelle1 michigan michou mickel mickey mickey1 micro microsoft midnight midori
        midvale midway mierda miguel mikael mike mike1 mikey miki milagros milano miles millenium miller millie million mimi mindy
        mine minnie minou miracle mirage miranda miriam mirror misha mishka mission missy misty mitch mitchell mmmmmm mmouse mobile
        mobydick modem mojo molly molly1 molson mommy mommy1 monday monet money money1 monica monique monkey monkey1 monkey12
        monkeys monopoly monroe monster montana montana3 montreal montrose monty moocow mookie moomoo moon moonbeam moore moose
        mopar morecats morgan moroni morpheus morris mortimer mother motor motorola mountain mouse mouse1 movies mowgli mozart
        muffin mulder mulder1 munchkin murphy murray muscle music musica mustang mustang1 mybaby mylife mylove myself myspace
        myspace1 nadia nadine nancy naomi napoleon naruto nascar natalia natalie natasha nathan nation national nautica ncc1701
        ncc1701d ncc1701e ne1410s ne1469 ne14a69 nebraska neil neko nellie nelson nemesis nenita nermal nesbit nesbitt nestle
        netware network neutrino newaccount newcourt newlife newpass news newton newuser newyork newyork1 nexus6 nguyen nicarao
        nicholas nichole nick nicklaus nicolas nicole nicole1 nigel nightshade nightwing nike niki nikita nikki nimrod nina niners
        nintendo nirvana nirvana1 nissan nisse nite nokia nomore none none1 nopass noriko normal norman norton notebook nothing
        notta1 notused nouveau novell november noway nugget number1 number9 numbers nurse nursing nutmeg oatmeal oaxaca obiwan
        obsession ocean october ohshit oicu812 olive oliver olivia olivier ollie olsen omarion omega onelove online open openup
        opera opus orange oranges orchid oregon oreo orion orlando orville oscar otter ou812 overkill oxford ozzy paagal pacers
        pacific packard packer packers packrat paint painter paladin paloma pamela pancake panda pandora panget pangit panic pantera
        panther panthers paola papa paradigm paris park parker parola parrot partner pasaway pascal pass passion passw0rd passwd
        password password1 password2 patches patricia patrick patriots patton paul paula pauline pavel payton peace peach peaches
        peanut peanuts pearl pearljam pebbles pedro pedro1 peewee peggy pencil penelope penguin penny pentium people pepper pepsi
        percy perfect performa perry person pete peter peter1 peterk peterpan petey petunia phantom phialpha phil philip philips
        phillips phish phishy phoenix phoenix1 phone photo piano piano1 pianoman pianos picard picasso pickle picture pictures
        pierce pierre pigeon piglet pimpin pineapple pink pinkfloyd pinky pioneer pipeline piper1 pirate pisces pizza planet plato
        play playboy player players playgirl please plus pluto poetic poetry pogiako poiuyt pokemon polar polaris pole police
        politics pollito polo pomme pontiac poohbear pookey pookie pookie1 poop poopoo popcorn pope popeye poppy porsche porsche911
        porter portland portugal potter power praise prayer preciosa precious predator prelude premier preston pretty primus prince
        princesa princesita princess princess1 print printing prof prometheus property provider psalms psycho public puddin pulsar
        pumpkin punkin puppies puppy purple purple1 pussy pussy1 pussycat pyramid pyro python q1w2e3 q1w2e3r4 qazwsx qqq111 quality
        quebec queen queenie quentin quest qwaszx qwer qwert qwerty qwerty1 qwerty12 qwertyui qwertyuiop rabbit rabbit1 racer racerx
        rachel rachelle racoon radar radio rafael rafiki raiders rain rainbow raistlin raleigh ralph rambo rambo1 rancid random
        randy randy1 ranger rangers raptor raquel rascal rasta1 rastafarian ratio raven ravens raymond reality rebecca rebelde
        red123 redcloud reddog redfish redman redrum redskins redsox redwing redwood reed reggae reggie regina reliant remember
        remote rene renee renegade reptile republic rescue research revolution reynolds reznor rhino rhonda ricardo ricardo1 richard
        richard1 richards richmond ricky riley ripper ripple rita river roadrunner robbie robby robert robert1 roberto roberts robin
        robinhood robocop robotech robotics roche rock rocket rocket1 rockie rocknroll rockon rocky rocky1 rodeo rodrigo roger
        roger1 rogers roland rolex roman rommel ronald ronaldo roni ronnie rookie rootbeer rose rosebud roses rosie rosita rossignol
        rotimi rouge route66 roxana roxy royal ruby rufus rugby rugger runner running rush russell rusty ruth ruthie ruthless ryan
        sabbath sabina sabrina sadie safety safety1 saigon sailing sailor saint sakura salasana sales sally salmon salut samantha
        samiam sammie sammy sample123 sampson samsam samson samsung samuel sandi sandra sandy sanjose santa santiago santos saphire
        sapphire sarah sarah1 sasha saskia sassy sasuke satori saturday saturn saturn5 savage savannah saved sayang scarecrow
        scarface scarlet scarlett schnapps school science scooby scoobydoo scooter scooter1 scorpio scorpion scotch scotland scott
        scott1 scottie scotty scout scouts scrooge scruffy scuba scuba1 sean search seattle sebastian secret secret3 security seeker
        seoul september serena sergei sergey sergio server service services seven seven7 sexy sexybitch sexygirl sexymama sexyme
        shadow shadow1 shaggy shakira shalom shanghai shannon shanny shanti shaolin shark sharon shasta shawn shayne shazam sheba
        sheena sheila shelby shelley shelly shelter sherry ship shirley shit shithead shoes shogun shopping shorty shotgun sidekick
        sidney sierra sigmachi signal signature silver silvia simba simba1 simon simone simple simpsons simsim sinatra singer single
        sirius sister skate skater skeeter skibum skidoo skiing skip skipper skipper1 skippy skittles skull skunk skydive skyler
        skyline skywalker slacker slayer sleepy slick slider slideshow slip slipknot smashing smegma smile smile1 smiles smiley
        smiths smitty smoke smokey smurfy snake snakes snapper snapple snickers sniper snoop snoopdog snoopy snow snowball snowflake
        snowman snowski snuffy sober1 soccer soccer1 softball soleil solomon something sonic sonics sonny sony sophia sophie sound
        space spain spanky sparkle sparks sparky sparrow spartan spazz special speedo speedy spencer sphynx spider spiderman spike
        spike1 spirit spitfire spock sponge spongebob spooky spoon sporting sports spot spring sprite sprocket spunky spurs squash
        ssssss stacey stan stanley star star69 starbuck stargate starlight stars start starter startrek starwars station stealth
        steaua steel steele steelers stella steph steph1 stephani stephanie stephen stephi sterling steve steve1 steven steven1
        stevens stewart stimpy sting sting1 stingray stinky stivers stocks stone storage storm stormy stranger strat strato
        strawberry stretch strong stuart stud student student2 studio stumpy stupid success sucker suckme sugar sultan summer summit
        sunbird sundance sunday sunfire sunflower sunny sunny1 sunrise sunset sunshine sunshine1 super superfly superman superstar
        support supra surf surfer surfing susan susan1 susana susanna sutton suzanne suzuki suzy sverige swanson sweden sweet
        sweet16 sweetheart sweetie sweetness sweetpea sweets sweety swim swimmer swimming switzer swoosh swordfish sydney sylvia
        sylvie symbol system system5 t-bone tabatha tacobell taffy taiwan talon tamara tammy tamtam tango tanner tanya tapani tara
        targas target tarheel tarzan tasha tata tatiana tattoo taurus taylor tazdevil tazmania tbird teacher teamo tech techno teddy
        teddy1 teddybear teflon teiubesc tekiero telecom temp temporal tennis tequiero tequila teresa terminal terry terry1 test
        test1 test123 test2 test3 tester testi testing testtest texas thankyou theatre thebest theboss theend thejudge theking
        thelorax theresa thisisit thomas thompson thorne thrasher thumper thunder thunderbird thursday thx1138 tiffany tiger tiger2
        tigers tigger tigger1 tightend tigre tika timber time timothy tina tinker tinkerbell tintin toby today tokiohotel tokyo
        tomcat tommy tony tool tootsie topcat topgun topher tornado toronto torres toshiba total toto1 tototo toucan toyota tracy
        training transfer transit transport trapper trash travel travis treasure trebor tree trees trek trevor tricia tricky trident
        trinity trish tristan triton trixie trojan trombone trophy trouble trout truck trucker truelove truman trumpet trustno1
        tucker tucson tuesday tula turbo turbo2 turtle tweety twilight twinkle twins tyler tyler1 ultimate undead undertaker unicorn
        unique united unity unix upsilon ursula user1 utopia vacation vader valentin valentina valentine valeria valerie valhalla
        valley vampire vanessa vanilla vedder velvet venice venus vermont vernon veronica vette vicki vicky victor victor1 victoria
        victory video viking vikram vincent vincent1 violet violin viper viper1 virago virgil virginia visa vision visual volcano
        volley volleyball volvo voodoo vortex voyager waiting walden waldo walker walleye wally walter wanker warcraft warlock
        warner warren warrior warriors water water1 waterloo watson wayne wayne1 weasel webmaster webster wedge weezer welcome wendy
        wendy1 wesley western westlife westside whale1 whatever wheels whisky whit white whitney whocares whoville wibble wilbur
        wildcat will william william1 williams willie willow willy wilma wilson wind window windows windsurf winner winnie
        winniethepooh winona winston winter wisdom wizard wolf wolf1 wolfgang wolverine wolves wombat wombat1 wonder woodrow woody
        woofwoof word wordpass world wrangler wright x-files x-men xanadu xanth xavier xbox360 xcountry xfiles xxx123 xxxx xxxxxx
        xxxxxxxx xyz123 yamaha yankee yankees yellow yoda yogibear yolanda yomama young yourmom yukon yvette yvonne zacefron zachary
        zack zapata zaphod zebra zebras zenith zephyr zeppelin zepplin zeus zhongguo ziggy zigzag zoltan zombie zoomer zorro zxc123
        zxcvb zxcvbn zxcvbnm
        """
}
